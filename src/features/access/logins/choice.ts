import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Id, Nullable } from '#http/schema.ts'
import { iso, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { SealedError } from '#lib/sealed.ts'
import { SecondFactor } from '#src/features/access/person.ts'
import type { Entrance } from './enter.ts'
import { findLogin, type LoginRow } from './queries.ts'

export const Slug = Type.String({ minLength: 1, maxLength: 63, description: 'The slug of a workspace, as in URLs.' })

/** The response to a person with several workspaces, after a correct password and code. */
export const WorkspaceChoice = Type.Object(
  {
    choice: Type.String({ description: 'Send this value back with the chosen workspace within five minutes.' }),
    workspaces: Type.Array(
      Type.Object({ id: Id('org'), slug: Type.String(), name: Type.String(), role: Type.Enum([...roles]) }),
    ),
  },
  { title: 'WorkspaceChoice', description: 'Choose a workspace to finish signing in.' },
)

const choiceLifetime = 5 * minute
const binding = { organization: 'install', record: 'sign-in', field: 'choice' } as const

const StoredChoice = Type.Object({
  /** In milliseconds. */
  expiresAt: Type.Number(),
  entrances: Type.Array(
    Type.Object({
      slug: Type.String(),
      organizationId: Type.String(),
      personId: Type.String(),
      loginId: Type.String(),
      /** SHA-256 of the password hash, so that a new password voids the choice. */
      password: Type.String(),
      /** When the app was confirmed, null if no app was required. A new factor voids the choice. */
      factor: Nullable(Type.String()),
      /** The kind of factor that was required; absent in choices made by the previous version. */
      secondFactor: Type.Optional(SecondFactor),
      /** The passkey, if it was used alone. Removing the passkey voids the choice. */
      passkeyId: Type.Optional(Type.String()),
    }),
  ),
})

type Proof = Static<typeof StoredChoice>['entrances'][number]

const factorTime = (login: LoginRow | undefined): string | null =>
  login?.totp_confirmed_at ? iso(login.totp_confirmed_at.getTime()) : null

/** Whether the password and the factor of a proof are still the current ones. */
export const isProofCurrent = ({ password, factor }: Proof, login: LoginRow | undefined): boolean =>
  sha256Hex(login?.password_hash ?? '') === password && factorTime(login) === factor

const proofOf = async ({ db }: CommittingCall, entrance: Entrance): Promise<Proof> => {
  const { organization, actor, loginId, passwordHash, person, passkeyId } = entrance
  const [login] = person.secondFactor === 'none' ? [] : await db.readInstall(findLogin, { loginId })
  return {
    slug: organization.slug,
    organizationId: organization.id,
    personId: actor.id,
    loginId,
    password: sha256Hex(passwordHash),
    factor: factorTime(login),
    secondFactor: person.secondFactor,
    ...(passkeyId !== undefined && { passkeyId }),
  }
}

export const offerChoice = async (call: CommittingCall, entrances: readonly Entrance[]): Promise<Rendered> => {
  const { sealer, now } = call
  const storedChoice: Static<typeof StoredChoice> = { expiresAt: now + choiceLifetime, entrances: [] }
  for (const entrance of entrances) storedChoice.entrances.push(await proofOf(call, entrance))
  const choice = sealer.seal(JSON.stringify(storedChoice), binding)
  const workspaces = entrances.map(({ organization, actor }) => ({ ...organization, role: actor.role }))
  return new Rendered(JSON.stringify({ choice, workspaces }), 202)
}

/** Reads the proofs of a sign-in; empty if the choice is expired or forged. */
export const readChoice = ({ sealer, now }: CommittingCall, choice: string): Proof[] => {
  try {
    const { expiresAt, entrances } = readRecord(StoredChoice, sealer.open(choice, binding))
    return expiresAt > now ? entrances : []
  } catch (error) {
    if (error instanceof SealedError) return []
    throw error
  }
}
