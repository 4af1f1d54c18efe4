import type { CommittingCall } from '#http/endpoint.ts'
import { passkeysOf } from './queries.ts'

/**
 * The credential ids of the passkeys that could answer for these logins. Browsers need the id to find a passkey on a
 * device that cannot verify its holder. Call it only after another factor was proved, because it reveals which passkeys
 * a login has.
 */
export const usablePasskeysOf = async (
  { db }: Pick<CommittingCall, 'db'>,
  loginIds: ReadonlySet<string>,
): Promise<string[]> => {
  const found = await Promise.all([...loginIds].map(loginId => db.readInstall(passkeysOf, { loginId })))
  return found.flat().flatMap(({ credential_id: id, locked_at: lockedAt }) => (lockedAt === null ? [id] : []))
}
