import type { Change } from '#http/call.ts'
import type { lockSignIn } from '#src/features/access/lock-sign-in.ts'
import { changeInOtherWorkspaces, endSessionsInOtherWorkspaces } from '#src/features/access/logins/other-workspaces.ts'
import type { LoginRow } from '#src/features/access/logins/queries.ts'
import { deleteOtherSessions } from '#src/features/access/queries.ts'
import { factorOf } from './placeholder-app.ts'

/**
 * Records in each workspace of a locked login that passkeys were added or removed. Ends the login's other sessions,
 * because they were opened with a factor that is now removed, or without a factor that is now required.
 */
export const changeFactor = async (
  ctx: Change,
  person: Awaited<ReturnType<typeof lockSignIn>>,
  action: string,
  detail: string,
  login: Partial<LoginRow> = {},
): Promise<void> => {
  const { tx, actor, identities } = ctx
  const changes = { secondFactor: factorOf({ ...person.login, ...login }) }
  const loginId = person.login.id
  person.change(changes, detail, login)
  await changeInOtherWorkspaces(ctx, loginId, { action, changes, detail })
  await endSessionsInOtherWorkspaces(ctx, loginId, action)
  tx.write(deleteOtherSessions, { personId: actor.id, id: actor.credentialId })
  tx.afterCommit(identities.forget)
}
