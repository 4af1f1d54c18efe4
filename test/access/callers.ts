import { scopes } from '#http/access.ts'
import type { Operation } from '#http/operation.ts'
import type { Caller } from './caller.ts'
import type { Organization } from './workspace.ts'

/** New credentials of each identity: none, four kinds of the own organization, and one of the other organization. */
export interface Callers {
  readonly none: Caller
  readonly expired: Caller
  readonly disabled: Caller
  /** Credentials without the required scope or role. Omitted if every role may call. */
  readonly wrong?: Caller
  readonly other: Caller
  readonly own: Caller
}

/** The lifetime, in seconds, of credentials that expired before they are used. */
const expiredLifetime = -1

const machines = async (scope: string, own: Organization, other: Organization): Promise<Callers> => ({
  none: {},
  expired: { token: await own.token('active', scopes, expiredLifetime) },
  disabled: { token: await own.token('retired', scopes) },
  wrong: {
    token: await own.token(
      'active',
      scopes.filter(heldScope => heldScope !== scope),
    ),
  },
  other: { token: await other.token('active', scopes) },
  own: { token: await own.token('active', scopes) },
})

const everyRole = ['admin', 'reviewer', 'contributor', 'auditor'] as const

const people = async (allowed: readonly string[], own: Organization, other: Organization): Promise<Callers> => {
  const [role = ''] = allowed
  const otherRole = everyRole.find(name => !allowed.includes(name))
  return {
    none: {},
    expired: { cookie: await own.session(role, expiredLifetime) },
    disabled: { cookie: await own.session('leaver') },
    ...(otherRole && { wrong: { cookie: await own.session(otherRole) } }),
    other: { cookie: await other.session(role) },
    own: { cookie: await own.session(role) },
  }
}

const guests = async (own: Organization, other: Organization): Promise<Callers> => ({
  none: {},
  expired: { cookie: await own.guest(expiredLifetime) },
  disabled: { cookie: await own.guest(3600, 'revoked') },
  other: { cookie: await other.guest() },
  own: { cookie: await own.guest() },
})

const senders = async (own: Organization, other: Organization): Promise<Callers> => ({
  none: {},
  expired: { token: await own.provisioningToken('expired') },
  disabled: { token: await own.provisioningToken('revoked') },
  other: { token: await other.provisioningToken() },
  own: { token: await own.provisioningToken() },
})

/** Returns the callers that the matrix tries for an operation that needs credentials. */
export const callersOf = async ({ access }: Operation, own: Organization, other: Organization): Promise<Callers> => {
  if (access === 'public') throw new Error('a public operation needs no credentials')
  if (access === 'guest') return guests(own, other)
  if (access === 'provisioning') return senders(own, other)
  return 'scope' in access ? machines(access.scope, own, other) : people(access.roles, own, other)
}
