import { createDialogSlot } from './dialog-slot.ts'
import type { components } from './schema.d.ts'

/** How a person proves their identity again. */
export type Proof = NonNullable<components['schemas']['ErrorEnvelope']['confirm']>

/** The dialog that asks for a proof. */
export const proofDialog = createDialogSlot<(proof: Proof) => Promise<boolean>>()

const requestedProof = async (response: Response): Promise<Proof | undefined> => {
  if (response.status !== 403) return undefined
  const envelope: unknown = await response.clone().json()
  return typeof envelope === 'object' && envelope !== null && 'confirm' in envelope
    ? (envelope.confirm as Proof)
    : undefined
}

/**
 * Asks for the proof that a response requires. Resolves to whether the person gave it, so that the call can be
 * repeated.
 */
export const obtainProof = async (response: Response): Promise<boolean> => {
  const proof = await requestedProof(response)
  if (proof === undefined) return false
  const ask = await proofDialog.find()
  return (await ask?.(proof)) === true
}
