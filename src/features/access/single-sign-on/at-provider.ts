import type { Change } from '#http/call.ts'
import { sha256Hex } from '#lib/hash.ts'

/** The session at an identity provider that opened one of ours. */
export interface AtProvider {
  readonly issuer: string
  /** The `sid` claim of the ID token. */
  readonly sid: unknown
  readonly idToken: string | undefined
}

/**
 * Longer tokens, with hundreds of groups, do not fit into a URL. The provider then asks the person who is signing out.
 */
const maxHintLength = 4096

/** The binding under which the ID token of a session is sealed. */
export const idTokenBinding = (organization: string, record: string) =>
  ({ organization, record, field: 'idToken' }) as const

export const sidDigest = (sid: unknown): string | null =>
  typeof sid === 'string' && sid !== '' ? sha256Hex(sid) : null

/** The columns of a session that describe its session at the provider. */
export const providerSessionColumns = (
  { sealer, organizationId }: Pick<Change, 'sealer' | 'organizationId'>,
  sessionId: string,
  atProvider: AtProvider | undefined,
) => {
  const { issuer = null, sid, idToken } = { ...atProvider }
  const isShort = idToken !== undefined && idToken.length <= maxHintLength
  return {
    issuer,
    sidSha256: sidDigest(sid),
    idToken: isShort ? sealer.seal(idToken, idTokenBinding(organizationId, sessionId)) : null,
  }
}
