import type { Change } from '#http/call.ts'
import { oneOr404 } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { lockPerson } from '#src/features/access/queries.ts'
import { isSharedLogin } from './other-workspaces.ts'
import { copyLogin, giveLogin, setLoginOf } from './queries.ts'

/**
 * Call it before another person changes how a person signs in. If the login also has other workspaces, the person gets
 * their own copy, so that the change stays in this workspace. From here both cases look the same.
 */
export const splitLogin = async (ctx: Change, personId: string): Promise<void> => {
  const { tx, ids, now } = ctx
  const row = oneOr404(await tx.query(lockPerson, { id: personId }), 'person')
  if (!(await isSharedLogin(ctx, row.login_id))) return
  const id = ids.next('lgn', now)
  tx.write(copyLogin, { id, originalId: row.login_id, createdAt: iso(now) })
  tx.write(giveLogin, { personId, loginId: id })
  tx.write(setLoginOf, { personId, loginId: id })
}
