import { type Static, Type } from 'typebox'
import type { Actor, Role } from '#http/access.ts'
import { cookieNamed } from '#http/cookie.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { minute, second } from '#lib/clock.ts'
import { SealedError } from '#lib/sealed.ts'
import { dependsOnFactor } from '#src/features/access/custodian-queries.ts'
import { type FactorProof, passSecondFactor } from '#src/features/access/logins/second-factor.ts'
import { findUsablePasskeys } from '#src/features/access/passkeys/usable-passkeys.ts'
import type { Person } from '#src/features/access/person.ts'
import { findOrganization, findPerson } from '#src/features/access/queries.ts'
import type { Claims } from './claims.ts'
import { type SignOnFlow, StoredFlow } from './flow.ts'
import type { StoredProvider } from './identity-provider.ts'

const pendingLifetime = 5 * minute

/** The response to a sign-on of a person who has a second factor in Probata. */
export const SecondFactorRequired = Type.Object(
  {
    secondFactor: Type.Enum(['totp', 'passkey'], {
      description: 'The kind of factor that the person has. Send it, or a recovery code, within five minutes.',
    }),
    passkeys: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The ids of the accepted passkeys, in base64url; absent if there are no passkeys.',
      }),
    ),
  },
  { title: 'SecondFactorAsked', description: 'Send a code or a passkey to finish signing in.' },
)

const StoredSignOn = Type.Object({
  flow: StoredFlow,
  /** The claims, as JSON. */
  claims: Type.String(),
})

type StoredSignOn = Static<typeof StoredSignOn>

export interface PendingSignOn {
  readonly flow: SignOnFlow
  readonly claims: Claims
}

const binding = { organization: 'install', record: 'single-sign-on', field: 'claims' } as const

const cookie = cookieNamed('probata_sign_on_code')

/**
 * Browsers keep cookies of at most 4,096 bytes. Without the ID token, the provider asks the person who is signing out.
 */
const maxTokenLength = 1500

const setCookie = ({ incoming, setHeader }: CommittingCall, text: string, maxAge: number): void =>
  setHeader('set-cookie', cookie.set(incoming.secure, text, maxAge))

/** Stores a sign-on, sealed, in the browser, until the code or the passkey arrives. */
export const requestSecondFactor = async (
  call: CommittingCall,
  { flow, claims }: PendingSignOn,
  { id, secondFactor }: Person,
): Promise<Rendered> => {
  const { idToken } = claims.atProvider
  const atProvider = { ...claims.atProvider, idToken: (idToken?.length ?? 0) > maxTokenLength ? undefined : idToken }
  const pending: StoredSignOn = {
    flow: { ...flow, expiresAt: call.now + pendingLifetime },
    claims: JSON.stringify({ ...claims, atProvider }),
  }
  setCookie(call, call.sealer.seal(JSON.stringify(pending), binding), pendingLifetime / second)
  const [row] = await call.db.read(flow.organizationId, findPerson, { id })
  const passkeys = row ? await findUsablePasskeys(call, new Set([row.login_id])) : []
  return new Rendered(JSON.stringify({ secondFactor, ...(passkeys.length > 0 && { passkeys }) }), 202)
}

export const clearPendingSignOn = (call: CommittingCall): void => setCookie(call, '', 0)

/**
 * Reads the sign-on of this browser that waits for its second factor; undefined if it expired or its seal is invalid.
 */
export const readPendingSignOn = (call: CommittingCall): PendingSignOn | undefined => {
  const { stream, secure } = call.incoming
  const sealed = cookie.valueIn(stream.headers.cookie, secure)
  if (!sealed) return undefined
  try {
    const pending = readRecord(StoredSignOn, call.sealer.open(sealed, binding))
    const { expiresAt, ...flow } = pending.flow
    const claims: Claims = JSON.parse(pending.claims)
    return expiresAt > call.now ? { flow, claims } : undefined
  } catch (error) {
    if (error instanceof SealedError) return undefined
    throw error
  }
}

/** Whether the workspace accepts the provider's authentication instead of its own second factor. */
const hasStrongSignOn = (
  { acceptedAcr = [], acceptedAmr = [] }: StoredProvider,
  { classReference, methods }: Claims,
): boolean =>
  (classReference !== undefined && acceptedAcr.includes(classReference)) ||
  methods.some(method => acceptedAmr.includes(method))

/**
 * Whether a person needs their second factor after signing on. If the factor keeps a custodian out, it is required
 * whatever the provider checked. Otherwise a custodian who chose the provider, or who connected an identity in a
 * session of the person, could sign in without it.
 */
export const needsSecondFactor = async (
  { db }: CommittingCall,
  organizationId: string,
  { person, provider, claims }: { readonly person: Person; readonly provider: StoredProvider; readonly claims: Claims },
): Promise<boolean> => {
  if (person.secondFactor === 'none') return false
  if (!hasStrongSignOn(provider, claims)) return true
  const [row] = await db.read(organizationId, dependsOnFactor, { personId: person.id })
  return row?.yes ?? true
}

interface SignOnSubject {
  readonly actor: Actor & { readonly role: Role }
  readonly person: Person
  readonly record: string
}

/** Throws 401 for a wrong code or passkey. Wrong codes count toward the usual pause. */
export const checkSecondFactor = async (
  call: CommittingCall,
  { actor, person, record }: SignOnSubject,
  proof: FactorProof,
): Promise<void> => {
  const { organizationId: id } = actor
  const [row] = await call.db.read(id, findPerson, { id: actor.id })
  const [organization] = await call.db.read(id, findOrganization, {})
  if (!row || !organization) throw new Error(`the person ${actor.id} is missing`)
  const { login_id: loginId } = row
  const entrance = { loginId, passwordHash: '', actor, record, person, organization: { id, ...organization } }
  await passSecondFactor(call, [entrance], proof)
}
