import { Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { day } from '#lib/clock.ts'
import { SealedError } from '#lib/sealed.ts'
import { hasCustodians } from './custodian-queries.ts'
import { letterForFactor } from './invitations/letters.ts'
import { findOrganizationName } from './invitations/queries.ts'
import type { Person } from './person.ts'

const lifetime = 7 * day

const Proof = Type.Object({
  personId: Type.String(),
  /** When the factor was confirmed, in milliseconds; a new factor voids the link. */
  factorAt: Type.Number(),
  expiresAt: Type.Number(),
})

const bindingOf = (organization: string) => ({ organization, record: 'factor', field: 'proof' }) as const

type SealContext = Pick<Change, 'sealer' | 'organizationId' | 'now'>

interface Factor {
  readonly personId: string
  readonly factorAt: number
}

/** Seals a proof for the part after #factor= in the link. */
export const sealProof = ({ sealer, organizationId, now }: SealContext, factor: Factor): string =>
  sealer.seal(JSON.stringify({ ...factor, expiresAt: now + lifetime }), bindingOf(organizationId))

/**
 * Mails a person who has custodians the link that proves that a new second factor is theirs. The proof needs both the
 * mail and the factor. A custodian who saw a link lacks the mail, and a person whose factor a custodian enrolled
 * lacks the factor.
 */
export const mailFactorProof = async (
  { tx, sealer, settings, mail, log, organizationId, now }: Change,
  { id: personId, email, name }: Pick<Person, 'id' | 'email' | 'name'>,
  factorAt: number,
): Promise<void> => {
  if (!mail.configured) return
  const [custody] = await tx.query(hasCustodians, { personId })
  if (!custody?.yes) return
  const [organization] = await tx.query(findOrganizationName, {})
  const token = sealProof({ sealer, organizationId, now }, { personId, factorAt })
  const url = `${settings.url}/account#factor=${token}`
  const letter = letterForFactor({ name, email, organization: organization?.name ?? '', url })
  tx.afterCommit(() => {
    mail.send(letter).catch((error: unknown) => log.error({ event: 'factor_proof_not_mailed', error }))
  })
}

/** Whether a link is for this factor of this person, and has not expired. */
export const isProofOf = (
  { sealer, organizationId, now }: SealContext,
  token: string,
  { personId, factorAt }: Factor,
): boolean => {
  try {
    const proof = readRecord(Proof, sealer.open(token, bindingOf(organizationId)))
    return proof.personId === personId && proof.factorAt === factorAt && proof.expiresAt > now
  } catch (error) {
    if (error instanceof SealedError) return false
    throw error
  }
}
