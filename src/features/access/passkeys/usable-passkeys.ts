import type { CommittingCall } from '#http/endpoint.ts'
import { listPasskeysOfLogin } from './queries.ts'

/**
 * Returns the credential ids of the usable passkeys of these logins. Browsers need the id to find a passkey on a
 * device that cannot verify its user. Call this only after another factor was proved, because it reveals which passkeys
 * a login has.
 */
export const findUsablePasskeys = async (
  { db }: Pick<CommittingCall, 'db'>,
  loginIds: ReadonlySet<string>,
): Promise<string[]> => {
  const rows = await Promise.all([...loginIds].map(loginId => db.readInstall(listPasskeysOfLogin, { loginId })))
  return rows.flat().flatMap(({ credential_id: id, locked_at: lockedAt }) => (lockedAt === null ? [id] : []))
}
