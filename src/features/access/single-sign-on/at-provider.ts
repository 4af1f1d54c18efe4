import type { Change } from '#http/call.ts'
import { sha256Hex } from '#lib/hash.ts'

/** The session at an identity provider that started one of ours. */
export interface AtProvider {
  readonly issuer: string
  /** The claim of the ID token. */
  readonly sid: unknown
  readonly idToken: string | undefined
}

/** Longer tokens, with hundreds of groups, would not fit into a URL; the provider then asks who signs out. */
const longestHint = 4096

/** The binding under which the ID token of a session is sealed. */
export const hintBinding = (organization: string, record: string) =>
  ({ organization, record, field: 'idToken' }) as const

export const digestOfSid = (sid: unknown): string | null =>
  typeof sid === 'string' && sid !== '' ? sha256Hex(sid) : null

/** The fields that are stored of it with a session. */
export const keptOfProvider = (
  { sealer, organizationId }: Pick<Change, 'sealer' | 'organizationId'>,
  sessionId: string,
  from: AtProvider | undefined,
) => {
  const { issuer = null, sid, idToken } = { ...from }
  const isShort = idToken !== undefined && idToken.length <= longestHint
  return {
    issuer,
    sidSha256: digestOfSid(sid),
    idToken: isShort ? sealer.seal(idToken, hintBinding(organizationId, sessionId)) : null,
  }
}
