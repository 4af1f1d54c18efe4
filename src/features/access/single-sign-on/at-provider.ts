import type { Change } from '#http/call.ts'
import { sha256Hex } from '#lib/hash.ts'

/** The session at an identity provider from which a session here was opened. */
export interface AtProvider {
  readonly issuer: string
  /** The `sid` claim of the ID token. */
  readonly sid: unknown
  readonly idToken: string | undefined
}

/**
 * The maximum length of an ID token that is kept as a hint for signing out. Longer tokens, such as those with hundreds
 * of groups, do not fit into a URL; without the hint, the provider asks the person to confirm.
 */
const maxIdTokenLength = 4096

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
  const fitsUrl = idToken !== undefined && idToken.length <= maxIdTokenLength
  return {
    issuer,
    sidSha256: sidDigest(sid),
    idToken: fitsUrl ? sealer.seal(idToken, idTokenBinding(organizationId, sessionId)) : null,
  }
}
