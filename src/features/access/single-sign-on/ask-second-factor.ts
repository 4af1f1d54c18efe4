import { type Static, Type } from 'typebox'
import type { Actor, Role } from '#http/access.ts'
import { Rendered } from '#http/answer.ts'
import { cookieNamed } from '#http/cookie.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
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

const lifetime = 5 * minute

/** The answer to a sign-on at the provider by a person who has a second factor here. */
export const SecondFactorRequired = Type.Object(
  {
    secondFactor: Type.Enum(['totp', 'passkey'], {
      description: 'The kind that the person has. It, or a recovery code, must be sent within five minutes.',
    }),
    passkeys: Type.Optional(
      Type.Array(Type.String(), { description: 'The ids of the accepted passkeys, in base64url; absent without any.' }),
    ),
  },
  { title: 'SecondFactorAsked', description: 'Send a code or a passkey to finish signing in.' },
)

const Waiting = Type.Object({
  flow: StoredFlow,
  /** JSON of the claims. */
  claims: Type.String(),
})

type Waiting = Static<typeof Waiting>

export interface SignedOn {
  readonly flow: SignOnFlow
  readonly claims: Claims
}

const binding = { organization: 'install', record: 'single-sign-on', field: 'claims' } as const

const cookie = cookieNamed('probata_sign_on_code')

/** Browsers keep cookies of at most 4,096 bytes. Without the ID token the provider asks who signs out. */
const longestToken = 1500

const setCookie = ({ incoming, setHeader }: CommittingCall, text: string, maxAge: number): void =>
  setHeader('set-cookie', cookie.set(incoming.secure, text, maxAge))

/** Keeps a sign-on in the browser, sealed, until the code or the passkey arrives. */
export const askSecondFactor = async (
  call: CommittingCall,
  { flow, claims }: SignedOn,
  { id, secondFactor }: Person,
): Promise<Rendered> => {
  const { idToken } = claims.atProvider
  const atProvider = { ...claims.atProvider, idToken: (idToken?.length ?? 0) > longestToken ? undefined : idToken }
  const waiting: Waiting = {
    flow: { ...flow, expiresAt: call.now + lifetime },
    claims: JSON.stringify({ ...claims, atProvider }),
  }
  setCookie(call, call.sealer.seal(JSON.stringify(waiting), binding), lifetime / second)
  const [row] = await call.db.read(flow.organizationId, findPerson, { id })
  const passkeys = row ? await findUsablePasskeys(call, new Set([row.login_id])) : []
  return new Rendered(JSON.stringify({ secondFactor, ...(passkeys.length > 0 && { passkeys }) }), 202)
}

export const dropSignedOn = (call: CommittingCall): void => setCookie(call, '', 0)

/** The sign-on that waits for a code in this browser; undefined for one that is too old or was not sealed here. */
export const readSignedOn = (call: CommittingCall): SignedOn | undefined => {
  const { stream, secure } = call.incoming
  const sealed = cookie.textIn(stream.headers.cookie, secure)
  if (!sealed) return undefined
  try {
    const waiting = readRecord(Waiting, call.sealer.open(sealed, binding))
    const { expiresAt, ...flow } = waiting.flow
    const claims: Claims = JSON.parse(waiting.claims)
    return expiresAt > call.now ? { flow, claims } : undefined
  } catch (error) {
    if (error instanceof SealedError) return undefined
    throw error
  }
}

/** Whether the provider already required enough, according to the workspace's settings. */
const isSatisfied = (
  { acceptedAcr = [], acceptedAmr = [] }: StoredProvider,
  { classReference, methods }: Claims,
): boolean =>
  (classReference !== undefined && acceptedAcr.includes(classReference)) ||
  methods.some(method => acceptedAmr.includes(method))

/**
 * If the factor keeps a custodian out, it is required even after a provider that required enough. Otherwise the person
 * who set the provider, or who connected an identity in a session of the person, would come in without it.
 */
export const needsSecondFactor = async (
  { db }: CommittingCall,
  organizationId: string,
  { person, provider, claims }: { readonly person: Person; readonly provider: StoredProvider; readonly claims: Claims },
): Promise<boolean> => {
  if (person.secondFactor === 'none') return false
  if (!isSatisfied(provider, claims)) return true
  const [found] = await db.read(organizationId, dependsOnFactor, { personId: person.id })
  return found?.yes ?? true
}

interface Asked {
  readonly actor: Actor & { readonly role: Role }
  readonly person: Person
  readonly record: string
}

/** Throws a 401 for a wrong code or passkey; wrong codes count as everywhere. */
export const checkSecondFactor = async (
  call: CommittingCall,
  { actor, person, record }: Asked,
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
