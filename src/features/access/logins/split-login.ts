import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { lockPerson } from '#src/features/access/queries.ts'
import { isSharedLogin } from './other-workspaces.ts'
import { assignLogin, copyLogin, setLoginOf } from './queries.ts'

/**
 * Call this before an administrator, the operator or a provider changes how a person signs in. If the login also
 * belongs to other workspaces, the person gets their own copy, so that the change affects only this workspace. The
 * caller cannot tell which case applied.
 */
export const splitLogin = async (ctx: Change, personId: string): Promise<void> => {
  const { tx, ids, now } = ctx
  const row = firstOrNotFound(await lockPerson(tx, personId), 'person')
  if (!(await isSharedLogin(ctx, row.login_id))) return
  const id = ids.next('lgn', now)
  tx.write(copyLogin, { id, originalId: row.login_id, createdAt: iso(now) })
  tx.write(assignLogin, { personId, loginId: id })
  tx.write(setLoginOf, { personId, loginId: id })
}
