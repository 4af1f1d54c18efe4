import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { Rendered } from '#api/answer.ts'
import type { CommittingCall } from '#api/endpoint.ts'
import { readRecord } from '#api/record.ts'
import { Id } from '#api/schema.ts'
import { minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { SealedError } from '#lib/sealed.ts'
import type { Entrance } from './enter.ts'

export const Slug = Type.String({ minLength: 1, maxLength: 63, description: 'The name of a workspace in addresses.' })

/** The answer to a person with several workspaces once password and code are correct. */
export const WorkspaceChoice = Type.Object(
  {
    choice: Type.String({ description: 'Hand it back with the workspace that was chosen, within five minutes.' }),
    workspaces: Type.Array(
      Type.Object({ id: Id('org'), slug: Type.String(), name: Type.String(), role: Type.Enum([...roles]) }),
    ),
  },
  { title: 'WorkspaceChoice', description: 'Nobody is signed in yet: choose a workspace.' },
)

const lifetime = 5 * minute
const binding = { organization: 'install', record: 'sign-in', field: 'choice' } as const

const Proved = Type.Object({
  /** Milliseconds. */
  expiresAt: Type.Number(),
  entrances: Type.Array(
    Type.Object({
      slug: Type.String(),
      organizationId: Type.String(),
      personId: Type.String(),
      loginId: Type.String(),
      /** SHA-256 of the password's hash: a new password voids the choice. */
      password: Type.String(),
    }),
  ),
})

export const offerChoice = ({ sealer, now }: CommittingCall, entrances: readonly Entrance[]): Rendered => {
  const proved: Static<typeof Proved> = {
    expiresAt: now + lifetime,
    entrances: entrances.map(({ organization, actor, loginId, passwordHash }) => ({
      slug: organization.slug,
      organizationId: organization.id,
      personId: actor.id,
      loginId,
      password: sha256Hex(passwordHash),
    })),
  }
  const choice = sealer.seal(JSON.stringify(proved), binding)
  const workspaces = entrances.map(({ organization, actor }) => ({ ...organization, role: actor.role }))
  return new Rendered(JSON.stringify({ choice, workspaces }), 202)
}

/** What was proved at the sign-in; nothing for a choice that is too old or forged. */
export const readChoice = ({ sealer, now }: CommittingCall, choice: string): Static<typeof Proved>['entrances'] => {
  try {
    const { expiresAt, entrances } = readRecord(Proved, sealer.open(choice, binding))
    return expiresAt > now ? entrances : []
  } catch (error) {
    if (error instanceof SealedError) return []
    throw error
  }
}
