import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { renderPackage, type SubmissionPackage } from './package.ts'
import { insertPackage, packageContent } from './queries.ts'
import { logEvent } from './record-event.ts'

interface Origin {
  /** Who counts as maker; the caller by default. */
  readonly makers?: readonly string[]
  readonly detail?: string
}

type PackageInput = Pick<SubmissionPackage, 'submissionRequirementId' | 'packageKey' | 'title' | 'dueAt'>

/** Creates a package as a draft, records its event `created`, which callers may not record, and returns its record. */
export const createPackage = (change: Change, input: PackageInput, origin: Origin = {}): string => {
  const { actor, ids, now, tx } = change
  const { submissionRequirementId, packageKey, title, dueAt } = input
  const id = ids.next('subpkg', now)
  const record = renderPackage({
    id,
    submissionRequirementId,
    packageKey,
    title,
    status: 'draft',
    dueAt,
    submittedAt: null,
    createdAt: iso(now),
    updatedAt: iso(now),
  })
  const { makers = principalsOf(actor), detail } = origin
  tx.write(insertPackage, {
    id,
    submissionRequirementId,
    packageKey,
    status: 'draft',
    dueAt,
    loggedAt: iso(now),
    makers,
    record,
  })
  logEvent(
    change,
    { packageId: id, eventKind: 'created', eventSnapshot: {} },
    { statusBefore: null, statusAfter: 'draft', submissionPackage: record, occurredAt: now, loggedAt: now },
  )
  const initialValues = { makers: [...makers], reviewers: [], approvers: [], receipts: 0, first_submitted_at: null }
  const content = packageContent({ ...initialValues, logged_at: new Date(now) })
  change.audit(id, {
    ...{ action: 'submission.package.create', after: record, content },
    ...(detail !== undefined && { detail }),
  })
  return record
}
