import type { Change } from '#http/call.ts'
import type { lockSignIn } from '#src/features/access/lock-sign-in.ts'
import { changeInOtherWorkspaces, endSessionsInOtherWorkspaces } from '#src/features/access/logins/other-workspaces.ts'
import type { LoginRow } from '#src/features/access/logins/queries.ts'
import { deleteOtherSessions } from '#src/features/access/queries.ts'
import { factorOf } from './stand-in.ts'

/**
 * Records that passkeys of a locked login were added or removed, in each of its workspaces. Ends its other sessions,
 * because they were opened with a factor that no longer counts, or without one that now does.
 */
export const changeFactor = async (
  ctx: Change,
  person: Awaited<ReturnType<typeof lockSignIn>>,
  action: string,
  detail: string,
  login: Partial<LoginRow> = {},
): Promise<void> => {
  const { tx, actor, identities } = ctx
  const over = { secondFactor: factorOf({ ...person.login, ...login }) }
  const loginId = person.login.id
  person.change(over, detail, login)
  await changeInOtherWorkspaces(ctx, loginId, { action, over, detail })
  await endSessionsInOtherWorkspaces(ctx, loginId, action)
  tx.write(deleteOtherSessions, { personId: actor.id, id: actor.credentialId })
  tx.afterCommit(identities.forget)
}
