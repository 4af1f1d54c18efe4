import type { Change } from '#api/call.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import type { Version } from '#api/version.ts'
import { iso } from '#lib/clock.ts'
import { step } from '#lib/flow.ts'
import {
  type BindingRow,
  type BindingStatus,
  bindingContent,
  bindingFlow,
  bindingTag,
  type StorageBinding,
  showBinding,
} from './binding.ts'
import { lockBinding, updateBinding } from './binding-queries.ts'

export const bindingVersion: Version = async ({ tx }, id) => {
  const [row] = await tx.query(lockBinding, { id })
  return row && { etag: bindingTag(row), resourceId: id }
}

/** Under its row lock; unknown and foreign ones get the same 404. */
export const lockedBinding = async ({ tx }: Change, id: string): Promise<BindingRow> =>
  oneOr404(await tx.query(lockBinding, { id }), 'storage binding')

/** The status that follows. Throws a 422 where none does. */
export const nextBindingStatus = <Input extends keyof typeof bindingFlow>(
  { status }: Pick<BindingRow, 'status'>,
  input: Input,
): (typeof bindingFlow)[Input]['to'] => {
  if (step<BindingStatus, keyof typeof bindingFlow>(bindingFlow, status, input)) return bindingFlow[input].to
  throw new Refusal(
    'unprocessable',
    `The storage binding is ${status}; ${bindingFlow[input].from.join(' or ')} is needed.`,
  )
}

type Changes = Partial<Omit<BindingRow, 'id' | 'status'>> & { readonly status?: Exclude<BindingStatus, 'retired'> }

/** Writes a locked binding with these changes, and its audit row. Nodes open its store again where the revision changes. */
export const writeBinding = (change: Change, before: BindingRow, changes: Changes, action?: string): StorageBinding => {
  const at = new Date(change.now)
  const after: BindingRow = { ...before, ...changes, updated_at: at }
  if (after.status === 'retired') throw new Error('a retired binding does not change')
  change.tx.write(updateBinding, {
    id: after.id,
    status: after.status,
    name: after.name,
    settings: after.settings,
    encryption: after.encryption,
    retention: after.retention,
    validatedAt: after.validated_at && iso(after.validated_at.getTime()),
    activatedAt: after.activated_at && iso(after.activated_at.getTime()),
    revision: after.revision,
    at: iso(change.now),
  })
  return auditBinding(change, before, after, action)
}

/** The audit row of a change of a binding; what its probes found and its files are is not part of it. */
export const auditBinding = (
  change: Change,
  before: BindingRow,
  after: BindingRow,
  action?: string,
): StorageBinding => {
  const rendered = (row: BindingRow) => {
    const { lastProbes: _, lockedUntil: __, locksPending: ___, ...shown } = showBinding(row)
    return JSON.stringify(shown)
  }
  const content = bindingContent(after)
  change.audit(after.id, { before: rendered(before), after: rendered(after), content, ...(action && { action }) })
  return showBinding(after)
}
