import { Type } from 'typebox'
import { asOfQuery, changesOf, lastOf, momentOf, Proof, proveBy, unproved } from '#api/as-of.ts'
import { reading } from '#api/endpoint.ts'
import { pageQuery } from '#api/page.ts'
import { readRecord } from '#api/record.ts'
import { Nullable, Pagination } from '#api/schema.ts'
import { search } from '#api/search.ts'
import { text } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import { idTime } from '#lib/ids.ts'
import { renderPackage, SubmissionPackage } from './package.ts'
import { eventKinds, type PackageStatus, sends } from './policy.ts'

const fields = SubmissionPackage.properties

const PackageThen = Type.Object(
  {
    ...fields,
    title: Nullable(fields.title),
    dueAt: Nullable(fields.dueAt),
    requirementTitle: Type.String({ description: 'What the requirement is called today.' }),
    proof: Proof,
  },
  { title: 'SubmissionPackageAsOf' },
)

interface Row {
  id: string
  record: string
  status_then: PackageStatus
  submitted_at: string | null
  requirement_title: string
  /** Its record before the first change of title or due date after the moment. */
  past: string | null
  /** How many such changes there were of which nothing was kept. */
  forgotten: number
  /** The last log entries, events and decisions. */
  entries: string[]
  changes: string[]
}

const ofPackage = 'where organization_id = :organization and package_id = t.id'
const events = `from submission_event ${ofPackage} and id < 'subevt_' || :after`
const decisions = `from submission_decision ${ofPackage} and id < 'subdec_' || :after`

const step = `substr(id, 8) || ' ' || (record::json ->> 'statusAfter') as step`

/** By the order in which it was logged, not by when others say that it happened. */
const statusThen = `(select split_part(max(e.step collate "C"), ' ', 2) from (
            (select ${step} ${events} order by id desc limit 1) union all
            (select ${step} ${decisions} order by id desc limit 1)) e)`

const sending = eventKinds.filter(sends).map(kind => `'${kind}'`)

const updated = 'submission.package.update'

const find = search<Row>({
  table: 'submission_package',
  of: 'package_as_of',
  takes: { at: text, after: text },
  columns: `${statusThen} as status_then,
          (select record::json ->> 'occurredAt' ${events} and event_kind in (${sending.join()}) order by id desc limit 1) as submitted_at,
          (select r.record::json ->> 'title' from submission_requirement r
            where r.organization_id = :organization and r.id = t.submission_requirement_id) as requirement_title,
          (select record from submission_package_past ${ofPackage} and changed_at > :at::timestamptz order by changed_at limit 1) as past,
          (select count(*)::int from audit_event
            where organization_id = :organization and resource_id = t.id and id >= 'aud_' || :after
              and action = '${updated}' and record::json ->> 'afterDigest' is not null)
            - (select count(*)::int from submission_package_past ${ofPackage} and changed_at > :at::timestamptz) as forgotten,
          array(select id::text ${events} order by id desc limit 4) || array(select id::text ${decisions} order by id desc limit 4) as entries,
          ${changesOf(['submission.package.create', 'submission.event.record', 'submission.package.return', updated])} as changes`,
  filters: { submissionRequirementId: 'submission_requirement_id', status: statusThen },
  ways: [{ by: ['submissionRequirementId'] }, { by: [] }],
})

const show = ({ past, ...row }: Row): string => {
  const last = lastOf(row.changes)
  const described = readRecord(SubmissionPackage, past ?? row.record)
  const then = { ...described, status: row.status_then, submittedAt: row.submitted_at }
  // A row of the trail has the time of its change, but for those whose calls waited for another's lock.
  const moments = [...(last ? [last.createdAt] : []), ...row.entries.map(id => iso(idTime(id)))]
  const texts = moments.map(updatedAt => renderPackage({ ...then, updatedAt }))
  const requirementTitle = row.requirement_title
  const proved = last && proveBy(last, texts)
  if (proved) return `${proved.text.slice(0, -1)},${JSON.stringify({ requirementTitle, proof: proved.proof }).slice(1)}`
  const isKept = row.forgotten <= 0
  return JSON.stringify({
    ...then,
    updatedAt: moments[0] ?? described.createdAt,
    ...(!isKept && { title: null, dueAt: null }),
    requirementTitle,
    proof: unproved(last, isKept),
  })
}

export const listSubmissionPackagesAsOf = reading({
  name: 'listSubmissionPackagesAsOf',
  summary:
    'List submission packages as they stood at a moment, each with the row of the trail that proves it, newest first',
  tag: 'Submissions',
  workspace: { path: '/as-of/packages', roles: ['admin', 'reviewer', 'auditor'] },
  query: Type.Object({
    ...asOfQuery,
    status: Type.Optional({ ...fields.status, description: 'At that moment.' }),
    submissionRequirementId: Type.Optional(fields.submissionRequirementId),
    ...pageQuery,
  }),
  response: Type.Object({ submissionPackages: Type.Array(PackageThen), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query: { cursor, limit, at, ...given } }) {
    const moment = momentOf(call, at)
    return find(call, {
      endpoint: 'listSubmissionPackagesAsOf',
      plural: 'submissionPackages',
      query: { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) },
      given,
      values: { ...moment },
      bound: { at: moment.at },
      range: { before: `subpkg_${moment.after}` },
      render: show,
    })
  },
})
