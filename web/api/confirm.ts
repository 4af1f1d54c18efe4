import type { components } from './schema.d.ts'

/** How a person proves their identity again. */
export type Proof = NonNullable<components['schemas']['ErrorEnvelope']['confirm']>

type Ask = (proof: Proof) => Promise<boolean>

let ask: Ask | undefined

/** Registers the dialog that asks for a proof. Returns a function that unregisters it. */
export const registerProofDialog = (dialog: Ask): (() => void) => {
  ask = dialog
  return () => {
    ask = undefined
  }
}

const requestedProof = async (response: Response): Promise<Proof | undefined> => {
  if (response.status !== 403) return undefined
  const envelope: unknown = await response.clone().json()
  return typeof envelope === 'object' && envelope !== null && 'confirm' in envelope
    ? (envelope.confirm as Proof)
    : undefined
}

/** Asks for the proof that a response requires. Resolves to whether the person gave it, so that the call can be repeated. */
export const obtainProof = async (response: Response): Promise<boolean> => {
  const proof = await requestedProof(response)
  return proof !== undefined && (await ask?.(proof)) === true
}
