import { asActor } from '#http/access.ts'
import { beginCall, type Call, type Change, change } from '#http/call.ts'
import { hour } from '#lib/clock.ts'
import { writeOnce } from '#shared/security-event.ts'
import { findLoginsAt } from './logins/queries.ts'

/** Continued guessing causes one event per hour. */
const eventInterval = hour

/** Records that a person's passwords or codes are currently not accepted, with one audit row for each event. */
export const recordLocked = async (
  ctx: Change,
  personId: string,
  code: 'password' | 'second_factor',
): Promise<void> => {
  const event = await writeOnce(ctx, { type: 'signInLocked', context: { personId, code } }, eventInterval)
  if (event)
    ctx.audit(personId, { action: 'session.lock', outcome: 'refused', detail: `too many wrong attempts: ${code}` })
}

/** Limits the check to once a minute for each name, since guesses come more often. */
const checkBucket = 'sign-in-locked'

/** Records that an address reached its limit of wrong passwords, in each workspace with a person of that address. */
export const recordPasswordsLocked = async (call: Call, address: string): Promise<void> => {
  if (!(await call.limiter.consume([{ bucket: checkBucket, key: address }])).allowed) return
  for (const { organization_id: organizationId, subject_id: id } of await call.db.readInstall(findLoginsAt, {
    address,
  })) {
    const actor = asActor({ kind: 'person', id, organizationId })
    await call.db.transaction(organizationId, tx =>
      recordLocked(change(beginCall(call, actor, call.requestId), tx, 'session.open', null), id, 'password'),
    )
  }
}
