import { refersTo } from '#family/reference.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { Timestamp } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { requireNoRequest, secondPersonRequired } from '#src/features/governance/approvals/second-person.ts'
import { controls } from '#src/features/governance/controls/control.ts'
import { register } from './register.ts'

type Fields = Readonly<Record<string, unknown>>

/** Throws a 403 if one person alone activates an exception that needs two, or changes one that two people activated. */
const requireSecond = async (change: Change, before: Fields | undefined, after: Fields): Promise<void> => {
  const isNeeded = await requireNoRequest(change, String(before?.id ?? ''))
  if (!isNeeded || after.status !== 'active') return
  if (before?.status !== 'active') throw secondPersonRequired()
  if (Object.keys(after).some(field => after[field] !== before[field]))
    throw new Refusal(
      'forbidden_resource',
      sentence`register.agreed_by_second_person: An active exception cannot change, because a second person agreed to it; change its status back first (four eyes).`,
    )
}

/** A deviation from a control, with an end date and a responsible owner. It takes effect when it becomes active. */
export const exceptions = register({
  name: 'Exception',
  prefix: 'gex',
  statuses: ['draft', 'active', 'closed'],
  fields: { controlId: refersTo(controls), expiresAt: Timestamp },
  scope: 'governance.exceptions:read',
  check: { on: 'write', errors: ['forbidden_resource'], run: requireSecond },
})
