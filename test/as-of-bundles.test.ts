import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { assertAgreesWithLists, countOmitted, type Fields, readListAsOf, recordsOf, rowsOf } from './as-of-bundles.ts'
import { bundles, linesOf, unzip, verify } from './bundles.ts'
import { unique } from './submissions/submissions-client.ts'
import { boot, type Probata } from './system.ts'
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let submissionRequirementId: string

const must = async (status: number, person: string, method: string, path: string, body: Fields = {}) => {
  const response = await client.ask(person, method, path, body)
  assert.equal(response.status, status, response.text)
  return response.body
}

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  const requirement = {
    requirementKey: 'AS-OF',
    title: 'Register',
    submissionKind: 'register_filing',
    status: 'active',
  }
  submissionRequirementId = (await must(201, 'admin', 'POST', '/submission-requirements', requirement)).id
})
after(() => p[Symbol.asyncDispose]())

/** Returns the current time, then advances the clock. */
const nextTime = (): string => {
  const time = iso(p.clock.now())
  p.clock.advance(minute)
  return time
}

const makePackage = async (title: string): Promise<string> => {
  const body = { packageKey: unique('as-of'), title, dueAt: iso(p.clock.now() + day), submissionRequirementId }
  return (await must(201, 'admin', 'POST', '/packages', body)).id
}

const record = (id: string, eventKind: string) =>
  must(201, 'admin', 'POST', `/packages/${id}/events`, {
    eventKind,
    occurredAt: iso(p.clock.now()),
    eventSnapshot: { channel: 'portal' },
  })

const add = (id: string, claimId: string) => must(201, 'contributor', 'POST', `/packages/${id}/contents`, { claimId })

const auditor = async (people = client) => bundles(p, await people.signedIn('auditor'))

const make = async (at: string, extraFields: object = {}) => (await auditor()).make({ kind: 'asOf', at }, extraFields)

const listAsOf = (path: string, plural: string, at: string) => readListAsOf(client, path, plural, at)
const assertAgrees = (at: string, bytes: Buffer) => assertAgreesWithLists(client, at, bytes)

/** Alters a row that callers cannot write, runs `during`, and then restores the row. */
const whileTampered = async (table: string, id: string, from: string, to: string, during: () => Promise<void>) => {
  const replace = (search: string, replacement: string) => {
    const text = `update ${table} set record = replace(record, '${search}', '${replacement}') where id = $1 returning organization_id`
    return p.sql(text, [id])
  }
  await p.sql(`alter table ${table} disable trigger user`)
  try {
    assert.equal((await replace(from, to)).length, 1)
    await during()
    await replace(to, from)
  } finally {
    await p.sql(`alter table ${table} enable trigger user`)
  }
}

describe('bundles as of a given time', { concurrency: false }, () => {
  /** The workspace at the time `at`. All of it has changed since then. */
  interface PastState {
    readonly at: string
    readonly requirements: { readonly kept: string; readonly changed: string }
    readonly claims: Readonly<Record<'accepted' | 'open' | 'expired' | 'assigned', string>>
    readonly packages: Readonly<Record<'sent' | 'draft' | 'withdrawn', string>>
    readonly later: readonly string[]
  }
  let state: PastState

  const newRequirement = async (requirementKey: string): Promise<string> => {
    const fields = { title: 'Proof of backups', description: '', status: 'active' }
    return (await must(201, 'admin', 'POST', '/evidence-requirements', { ...fields, requirementKey })).id
  }

  before(async () => {
    const requirements = { kept: await newRequirement('KEPT'), changed: await newRequirement('CHANGED') }
    const evidenceRequirementId = requirements.kept
    const validUntil = iso(p.clock.now() + 3 * hour)
    const claims = {
      accepted: await client.claim('accepted', { evidenceRequirementId, validUntil }),
      open: await client.claim('open', { validUntil: iso(p.clock.now() + 90 * day) }),
      expired: await client.claim('expired', { validUntil: iso(p.clock.now() + hour) }),
      assigned: await client.claim('assigned'),
    }
    await client.attach(claims.accepted, 'seen by the reviewer')
    await client.attach(claims.open, 'attached before')
    await client.decide(claims.accepted, 'approve')
    const packages = {
      sent: await makePackage('As it was called'),
      draft: await makePackage('Draft'),
      withdrawn: await makePackage('Withdrawn'),
    }
    await add(packages.sent, claims.accepted)
    await add(packages.draft, claims.open)
    await record(packages.sent, 'submitted')
    p.clock.advance(2 * hour)
    await p.system.runJob('expire-claims')
    const time = nextTime()

    await client.attach(claims.open, 'attached later')
    await client.decide(claims.open, 'reject')
    const { reviewer, admin } = await client.people()
    for (const reviewerId of [reviewer, admin])
      await must(200, 'admin', 'POST', `/claims/${claims.assigned}/assign`, { reviewerId })
    await must(200, 'admin', 'PATCH', `/evidence-requirements/${requirements.changed}`, { title: 'Something else' })
    const newer = await client.claim('made later')
    await record(packages.sent, 'rejected')
    await must(200, 'admin', 'PATCH', `/packages/${packages.sent}`, { title: 'As it is called' })
    await record(packages.sent, 'receipt_received')
    const removal = await client.ask('contributor', 'DELETE', `/packages/${packages.draft}/contents/${claims.open}`)
    assert.equal(removal.status, 204, removal.text)
    await record(packages.withdrawn, 'withdrawn')
    const laterRecords = [newer, await makePackage('Made later'), await newRequirement('LATER')]
    p.clock.advance(day)
    await p.system.runJob('expire-claims')
    p.clock.advance(day)
    state = { at: time, requirements, claims, packages, later: laterRecords }
  })

  test('contains the records of the lists at that time, each with the row that proves it', async () => {
    const { at, requirements, claims, packages, later } = state
    const { bytes } = await make(at)
    const { exit, text: output } = await verify(bytes)
    assert.equal(exit, 3, output)
    const files = await assertAgrees(at, bytes)
    const statuses = new Map(recordsOf(files, 'claims').map(({ id, status }) => [id, status]))
    assert.deepEqual(
      [claims.accepted, claims.open, claims.expired, claims.assigned].map(id => statuses.get(id)),
      ['accepted', 'submitted', 'expired', 'submitted'],
    )
    const titles = new Map(recordsOf(files, 'packages').map(({ id, title, status }) => [id, `${title}, ${status}`]))
    assert.deepEqual(
      [packages.sent, packages.draft, packages.withdrawn].map(id => titles.get(id)),
      ['As it was called, submitted', 'Draft, draft', 'Withdrawn, draft'],
    )
    const attachments = [...files].filter(([path]) => path.startsWith('data/attachments/')).map(([, file]) => `${file}`)
    assert.deepEqual(attachments.toSorted(), ['attached before', 'seen by the reviewer'])
    const events = recordsOf(files, 'submission-events').map(({ eventKind }) => eventKind)
    assert.deepEqual(events.toSorted(), ['created', 'created', 'created', 'submitted'])
    const contents = linesOf(files, 'data/decisions.jsonl').flatMap(({ record }) => Object(record).decision ?? [])
    assert.deepEqual(contents, ['content_added', 'content_added'])
    const required = recordsOf(files, 'evidence-requirements').map(({ id }) => id)
    assert.ok(required.includes(requirements.kept) && !required.includes(requirements.changed))
    const text = bytes.toString('latin1')
    for (const id of later) assert.ok(!text.includes(id), id)
  })

  test('reports content that it omits because it changed and was not kept', async () => {
    const { at, packages } = state
    const { id, bytes } = await make(at)
    const files = unzip(bytes)
    assert.equal(countOmitted(files, 'records', 'changed since'), 1)
    const hasContentLeaf = new Set(
      linesOf(files, 'data/records/claims.jsonl').map(({ contentLeaf }) => contentLeaf !== undefined),
    )
    assert.ok(hasContentLeaf.has(true))
    const [sentPackage] = linesOf(files, 'data/records/packages.jsonl').filter(
      line => Object(line.record).id === packages.sent,
    )
    assert.equal(sentPackage?.content, undefined)
    // The contents of these packages are left out: the one with a receipt, the one that lost a claim, the withdrawn
    // one, and the one whose claim was reassigned.
    assert.equal(countOmitted(files, 'contents', 'changed since'), 4)
    const { leftOut: omissions } = await (await auditor()).get(id)
    assert.equal(omissions['changed since'], 5)
  })

  test('contains every ledger row up to that time and no later one, if the whole ledger is included', async () => {
    const { at } = state
    const { bytes } = await make(at, { ledger: 'all' })
    const files = await assertAgrees(at, bytes)
    const rows = await p.sql(
      `select e.id from audit_event e join organization o on o.id = e.organization_id
        where o.slug = 'acme' and (e.record::json ->> 'createdAt') <= $1 order by e.id`,
      [at],
    )
    const rowIds = rowsOf(files).map(({ id }) => String(id))
    assert.deepEqual(
      rowIds.toSorted(),
      rows.map(({ id }) => id),
    )
  })

  test('agrees with the lists at every time in between', async () => {
    const rows = await p.sql(
      `select distinct e.record::json ->> 'createdAt' as at from audit_event e join organization o on o.id = e.organization_id
        where o.slug = 'acme' and (e.action like '%.claim.%' or e.action like 'submission.%') order by 1`,
    )
    for (const { at } of rows) await assertAgrees(String(at), (await make(String(at))).bytes)
  })

  test('names the assigned person according to the row of that time, even if the assignment recurred later', async () => {
    const id = await client.claim('given to and fro')
    const { reviewer, admin } = await client.people()
    const moments: string[] = []
    for (const reviewerId of [reviewer, admin, reviewer]) {
      await must(200, 'admin', 'POST', `/claims/${id}/assign`, { reviewerId })
      moments.push(nextTime())
    }
    const reviewers = []
    for (const at of moments) {
      const files = await assertAgrees(at, (await make(at)).bytes)
      const line = linesOf(files, 'data/records/claims.jsonl').find(recordLine => Object(recordLine.record).id === id)
      reviewers.push(Object(line?.content).reviewerId)
    }
    assert.deepEqual(reviewers, [reviewer, undefined, reviewer])
  })

  test('fails for an altered record, and omits a record that was not kept', async () => {
    const { at, claims, packages } = state
    const fails = async (resourceId: string) => {
      const { ask, prepare, get } = await auditor()
      const request = await ask({ kind: 'asOf', at })
      await prepare()
      const { status, failure } = await get(request.body.id)
      assert.deepEqual([status, failure?.resourceId], ['failed', resourceId], JSON.stringify(failure))
    }
    await whileTampered('evidence_claim', claims.open, 'Backup report', 'Altered report', () => fails(claims.open))
    await whileTampered('submission_package', packages.draft, 'Draft', 'Other', () => fails(packages.draft))
    await whileTampered('evidence_requirement', state.requirements.changed, 'Something', 'Anything', () =>
      fails(state.requirements.changed),
    )
    const row = (await listAsOf('claims', 'claims', at)).find(({ id }) => id === claims.open)?.proof
    const { auditEventId, digest } = Object(row)
    await whileTampered('audit_event', auditEventId, digest, '0'.repeat(64), () => fails(claims.open))
    await p.sql('alter table submission_package_past disable trigger user')
    await p.sql('delete from submission_package_past where package_id = $1', [packages.sent])
    await p.sql('alter table submission_package_past enable trigger user')
    const { bytes } = await make(at)
    const files = unzip(bytes)
    assert.equal((await verify(bytes)).exit, 3)
    assert.equal(countOmitted(files, 'records', 'not kept'), 1)
    assert.ok(!recordsOf(files, 'packages').some(({ id }) => id === packages.sent))
  })

  test('omits a record without a row, and reports it', async () => {
    const id = await client.claim('it was not logged')
    const time = nextTime()
    await p.sql('alter table audit_event disable trigger user')
    await p.sql(`update audit_event set resource_id = 'elsewhere' where resource_id = $1`, [id])
    await p.sql('alter table audit_event enable trigger user')
    const files = unzip((await make(time)).bytes)
    assert.equal(countOmitted(files, 'records', 'without a row'), 1)
    assert.ok(!recordsOf(files, 'claims').some(record => record.id === id))
  })

  test('contains nothing of another workspace', async () => {
    const { bytes } = await (await auditor(createWorkspaceClient(p, 'globex'))).make({ kind: 'asOf', at: state.at })
    assert.equal((await verify(bytes)).exit, 3)
    const text = bytes.toString('latin1')
    for (const id of [...Object.values(state.claims), ...Object.values(state.packages)])
      assert.ok(!text.includes(id), id)
  })

  test('is rejected for an invalid or future time', async () => {
    const { ask } = await auditor()
    for (const [scope, field, message] of [
      [{ kind: 'asOf' }, 'at', 'is required for the kind asOf'],
      [{ kind: 'asOf', at: iso(p.clock.now() + minute) }, 'at', 'is in the future'],
      [{ kind: 'asOf', at: 'yesterday' }, 'at', undefined],
      [{ kind: 'asOf', at: state.at, from: state.at }, 'from', 'is not part of the kind asOf'],
      [{ kind: 'everything', at: state.at }, 'at', 'is not part of the kind everything'],
    ] as const) {
      const { status, body } = await ask(scope)
      assert.equal(status, 400, JSON.stringify(scope))
      const [issue] = body.issues
      assert.deepEqual(issue.path.slice(-2), ['scope', field])
      if (message) assert.equal(issue.message, message)
    }
  })
})
