import type { components } from './schema.d.ts'

/** How a person proves their identity again. */
export type Proof = NonNullable<components['schemas']['ErrorEnvelope']['confirm']>

type Ask = (proof: Proof) => Promise<boolean>

let ask: Ask | undefined

/** Registers the dialog that asks; returns how to unregister it. */
export const askBy = (asking: Ask): (() => void) => {
  ask = asking
  return () => {
    ask = undefined
  }
}

const proofAsked = async (response: Response): Promise<Proof | undefined> => {
  if (response.status !== 403) return undefined
  const envelope: unknown = await response.clone().json()
  return typeof envelope === 'object' && envelope !== null && 'confirm' in envelope
    ? (envelope.confirm as Proof)
    : undefined
}

/** Whether to repeat the call: the server asked for a proof, and it was given. */
export const wasProved = async (response: Response): Promise<boolean> => {
  const proof = await proofAsked(response)
  return proof !== undefined && (await ask?.(proof)) === true
}
