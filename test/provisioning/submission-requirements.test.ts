import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ProvisionError } from '#shared/provision.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { boot, type Probata } from '#test/system.ts'
import { file } from './files.ts'

const roi = {
  requirementKey: 'DORA-ROI',
  title: 'Register of information',
  submissionKind: 'register_filing',
  policy: { receiptsRequired: 2, requireReview: true },
  packages: [
    { packageKey: 'ROI-2026', title: '2026 register', dueAt: '2026-12-31T00:00:00Z' },
    { packageKey: 'ROI-2027', title: '2027 register', dueAt: '2027-12-31T00:00:00Z' },
  ],
}

let probata: Probata

const apply = (content: object) => provision(probata.system.services, sections, content)

const fileWith = (...entries: object[]) => file({ slug: 'filer', name: 'Filer', submissionRequirements: entries })

const rowsOf = async (table: string) => {
  const rows = await probata.sql(
    `select t.record::json as record, to_jsonb(t) - 'record' as columns from ${table} t
       join organization o on o.id = t.organization_id where o.slug = 'filer' order by t.id`,
  )
  return rows.map(({ record, columns }) => ({ ...Object(columns), ...Object(record) }))
}

before(async () => {
  probata = await boot({ provision: null })
  const { counts } = await apply(fileWith(roi))
  assert.deepEqual(counts, { created: 2, updated: 0, unchanged: 0 })
})
after(() => probata[Symbol.asyncDispose]())

test('submission requirements become active, with their policy; each package starts as a draft, and its creation is recorded and emitted', async () => {
  const [requirement, ...otherRequirements] = await rowsOf('submission_requirement')
  assert.deepEqual(otherRequirements, [])
  const { status, receipts_required, require_review, require_approval } = requirement
  assert.deepEqual([status, receipts_required, require_review, require_approval], ['active', 2, true, false])
  const packages = await rowsOf('submission_package')
  assert.deepEqual(
    packages.map(({ packageKey, status, dueAt }) => [packageKey, status, dueAt]),
    [
      ['ROI-2026', 'draft', '2026-12-31T00:00:00.000Z'],
      ['ROI-2027', 'draft', '2027-12-31T00:00:00.000Z'],
    ],
  )
  const events = await rowsOf('submission_event')
  assert.deepEqual(
    events.map(({ submissionPackageId, eventKind, reason }) => [submissionPackageId, eventKind, reason]),
    packages.map(({ id }) => [id, 'created', 'provisioning file']),
  )
  const recordedEvents = await probata.sql(
    `select 1 from outbox_event where type = 'submission.package.event_recorded'`,
  )
  assert.equal(recordedEvents.length, 2)
})

const readState = async () => {
  const parts = ['submission_requirement', 'submission_package', 'submission_event'].map(rowsOf)
  const auditRows = await probata.sql(
    `select count(*) from audit_event where organization_id = (select id from organization where slug = 'filer')`,
  )
  return JSON.stringify([await Promise.all(parts), auditRows])
}

test('applying the same file again changes nothing, and neither do omitted fields', async () => {
  const stateBefore = await readState()
  probata.clock.advance(60_000)
  const { policy: _, packages: __, ...bare } = roi
  for (const entry of [roi, bare, { ...bare, packages: [] }, { ...bare, policy: {} }]) {
    const { counts } = await apply(fileWith(entry))
    assert.deepEqual(counts, { created: 0, updated: 0, unchanged: 2 })
  }
  assert.equal(await readState(), stateBefore)
})

test('changes are applied: a single flag, a title, a due date, an additional package', async () => {
  const [first, second] = roi.packages
  const changes = [
    { ...roi, policy: { requireApproval: true } },
    { ...roi, title: 'Register of ICT contracts' },
    { ...roi, packages: [{ ...first, dueAt: '2027-01-31T00:00:00Z' }, second] },
    { ...roi, packages: [{ packageKey: 'ROI-2028', title: '2028 register', dueAt: '2028-12-31T00:00:00Z' }] },
  ]
  for (const entry of changes) assert.equal((await apply(fileWith(entry))).counts.updated, 1, JSON.stringify(entry))
  const [requirement] = await rowsOf('submission_requirement')
  const { receipts_required, require_review, require_approval } = requirement
  assert.deepEqual([receipts_required, require_review, require_approval], [2, true, true])
  const packages = await rowsOf('submission_package')
  assert.deepEqual(
    packages.map(({ packageKey, dueAt }) => `${packageKey} ${dueAt.slice(0, 10)}`),
    ['ROI-2026 2027-01-31', 'ROI-2027 2027-12-31', 'ROI-2028 2028-12-31'],
    'packages that a file omits stay unchanged',
  )
})

test('an error is reported with its path, and nothing changes', async () => {
  const stateBefore = await readState()
  const path = 'organizations[0].submissionRequirements[0]'
  const [first, second] = roi.packages
  const mistakes: [object, string | RegExp][] = [
    [{ ...roi, packages: [first, second, first] }, `${path}.packages[2].packageKey is the same as in packages[0]`],
    [{ ...roi, packages: [{ ...first, dueAt: undefined }] }, `${path}.packages[0].dueAt is required`],
    [{ ...roi, packages: [{ ...first, dueAt: null }] }, /packages\[0\]\.dueAt must be a text/],
    [{ ...roi, status: 'draft' }, `${path}.status cannot become draft: the requirement is active`],
    [
      { ...roi, requirementKey: 'NEW', status: 'draft', packages: [first] },
      `${path}.packages[0] cannot be created: the requirement is draft, packages need an active one`,
    ],
    [
      { ...roi, status: 'retired', packages: [{ ...first, packageKey: 'ROI-2029' }] },
      `${path}.packages[0] cannot be created: the requirement is retired, packages need an active one`,
    ],
  ]
  for (const [entry, message] of mistakes)
    await assert.rejects(apply(fileWith(entry)), { name: ProvisionError.name, message })
  assert.equal(await readState(), stateBefore)
})

test('a closed package stays unchanged', async () => {
  const close = `update submission_package set status = 'closed', record = replace(record, '"draft"', '"closed"')
    where package_key = 'ROI-2026'`
  await probata.sql(close)
  const [first] = roi.packages
  const { counts } = await apply(fileWith({ ...roi, packages: [{ ...first, title: 'Another' }] }))
  assert.deepEqual(counts, { created: 0, updated: 0, unchanged: 2 })
})

test('a schedule needs the holidays of a place, and applying it again changes nothing', async () => {
  const schedule = { every: 'quarter', due: { count: 30, unit: 'workingDays' } }
  const entry = { requirementKey: 'FIGURES', title: 'Figures', submissionKind: 'regulatory_return', schedule }
  const scheduledFile = (holidayPlace?: string) =>
    file({
      slug: 'scheduled',
      name: 'Scheduled',
      ...(holidayPlace && { holidayPlace }),
      submissionRequirements: [entry],
    })
  const refuses = (content: object, message: RegExp) =>
    assert.rejects(apply(content), error => error instanceof ProvisionError && message.test(error.message))
  await refuses(scheduledFile(), /schedule\.place Public holidays decide this due date\. Set the country or region/)
  await refuses(scheduledFile('DE-XX'), /holidayPlace of the workspace scheduled is not a country, part or region/)
  const { counts } = await apply(scheduledFile('DE-BY'))
  assert.deepEqual(counts, { created: 2, updated: 0, unchanged: 0 })
  const planned = () =>
    probata.sql(
      `select schedule, schedule_period_end, schedule_next_at from submission_requirement where requirement_key = 'FIGURES'`,
    )
  const before = await planned()
  assert.ok(before[0]?.schedule_next_at)
  probata.clock.advance(60_000)
  assert.deepEqual((await apply(scheduledFile('DE-BY'))).counts, { created: 0, updated: 0, unchanged: 2 })
  assert.deepEqual(await planned(), before)
})
