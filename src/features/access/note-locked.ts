import { asActor } from '#api/access.ts'
import { beginCall, type Call, type Change, change } from '#api/call.ts'
import { writeOnce } from '#api/security-event.ts'
import { hour } from '#lib/clock.ts'
import { findLoginsAt } from './logins/queries.ts'

/** Whoever goes on guessing is one event an hour. */
const damped = hour

/** That no more passwords or codes of a person are tried for now; the trail has it as often as there is an event. */
export const noteLocked = async (ctx: Change, personId: string, code: 'password' | 'second_factor'): Promise<void> => {
  const event = await writeOnce(ctx, { type: 'signInLocked', context: { personId, code } }, damped)
  if (event)
    ctx.audit(personId, { action: 'session.lock', outcome: 'refused', detail: `too many wrong attempts: ${code}` })
}

/** Asked at most once a minute for a name, since whoever guesses does it more often. */
const asksAgain = 'sign-in-locked'

/** For an address whose limit of wrong passwords is reached: in each workspace where somebody has it. */
export const notePasswordsLocked = async (call: Call, address: string): Promise<void> => {
  if (!(await call.limiter.consume([{ bucket: asksAgain, key: address }])).allowed) return
  for (const { organization_id: organizationId, subject_id: id } of await call.db.readInstall(findLoginsAt, {
    address,
  })) {
    const actor = asActor({ kind: 'person', id, organizationId })
    await call.db.transaction(organizationId, tx =>
      noteLocked(change(beginCall(call, actor, call.requestId), tx, 'session.open', null), id, 'password'),
    )
  }
}
