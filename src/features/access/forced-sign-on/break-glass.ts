import type { Transaction } from '#db/database.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { letterForBreakGlass } from '#src/features/access/invitations/letters.ts'
import { findOrganizationName } from '#src/features/access/invitations/queries.ts'
import { Person } from '#src/features/access/person.ts'
import { findSignInPolicy, listAdministrators } from './queries.ts'

/** Whether a person may sign in with a password although the workspace requires single sign-on. */
export const isBreakGlass = async (tx: Pick<Transaction, 'query'>, personId: string): Promise<boolean> => {
  const [row] = await tx.query(findSignInPolicy, {})
  return row?.sign_in === 'single_sign_on' && row.break_glass_ids.includes(personId)
}

/** Throws 409 if a change would prevent a break-glass administrator from signing in. */
export const rejectBreakGlass = async ({ tx }: Pick<Change, 'tx'>, personId: string): Promise<void> => {
  if (!(await isBreakGlass(tx, personId))) return
  const message = sentence`person.break_glass: This is a break-glass administrator, who must be able to sign in; name another one first.`
  throw new Refusal('conflict', message)
}

/** Records that a break-glass administrator signed in, and notifies all administrators after the commit. */
export const recordBreakGlass = async (ctx: Change, { id, name }: Person): Promise<void> => {
  const { tx, mail, log, now } = ctx
  writeSecurityEvent(ctx, { type: 'breakGlassUsed', context: { personId: id } })
  if (!mail.configured) return
  const [organization] = await tx.query(findOrganizationName, {})
  const administrators = (await tx.query(listAdministrators, {})).map(({ record }) => readRecord(Person, record))
  const usage = { by: name, organization: organization?.name ?? '', at: iso(now) }
  const letters = administrators.map(to => letterForBreakGlass({ name: to.name, address: to.email }, usage))
  tx.afterCommit(() => {
    for (const letter of letters)
      mail.send(letter).catch((error: unknown) => log.error({ event: 'break_glass_not_mailed', error }))
  })
}
