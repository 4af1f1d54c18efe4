import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { unique } from './submissions/submissions-client.ts'
import { type ApiResponse, boot, type Probata } from './system.ts'
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let submissionRequirementId: string

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  const requirement = {
    requirementKey: 'AS-OF',
    title: 'Register',
    submissionKind: 'register_filing',
    status: 'active',
  }
  submissionRequirementId = (await must(201, 'POST', '/submission-requirements', requirement)).id
})
after(() => p[Symbol.asyncDispose]())

let claims = 0
const claim = (over = {}) => client.claim(`as-of-${++claims}`, over)

/** Returns the current time, then advances the clock. */
const nextTime = (): string => {
  const time = iso(p.clock.now())
  p.clock.advance(minute)
  return time
}

const claimAt = async (at: string, id: string) =>
  (await client.get('auditor', `/as-of/claims?at=${at}`)).claims.find((claim: { id: string }) => claim.id === id)

const packageAt = async (at: string, id: string) =>
  (await client.get('auditor', `/as-of/packages?at=${at}`)).submissionPackages.find(
    (record: { id: string }) => record.id === id,
  )

/** Alters rows that callers cannot write. */
const tamper = async (table: string, statement: string, values: unknown[]) => {
  await p.sql(`alter table ${table} disable trigger user`)
  const rows = await p
    .sql(`${statement} returning organization_id`, values)
    .finally(() => p.sql(`alter table ${table} enable trigger user`))
  assert.equal(rows.length, 1)
}

const timestampError = 'must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T09:00:00.000Z'

test('a time is required, and a future one is rejected', async () => {
  for (const path of ['/as-of/claims', '/as-of/packages'])
    for (const [at, message] of [
      ['', 'is required'],
      ['?at=yesterday', timestampError],
      ['?at=2026-02-30T00:00:00Z', timestampError],
      [`?at=${iso(p.clock.now() + minute)}`, 'is in the future'],
    ]) {
      const { status, body } = await client.ask('auditor', 'GET', path + at)
      assert.deepEqual(
        [status, body.issues?.map((issue: { message: string }) => issue.message)],
        [400, [message]],
        path + at,
      )
    }
})

test('changes logged in the requested millisecond count; later ones do not', async () => {
  const id = await claim()
  const [row] = await p.sql(`select record::json ->> 'createdAt' as at from evidence_claim where id = $1`, [id])
  const at = Date.parse(String(row?.at))
  assert.equal((await claimAt(iso(at), id)).status, 'submitted')
  assert.equal(await claimAt(iso(at - 1), id), undefined)
  const zoned = [...iso(at + 2 * hour)].with(-1, '%2B02:00').join('')
  assert.equal((await claimAt(zoned, id)).status, 'submitted')
})

test('a claim accepted then and expired now keeps its decision of that time; it is valid at one time and not at the other', async () => {
  const id = await claim({ validUntil: iso(p.clock.now() + 2 * hour) })
  const submitted = nextTime()
  await client.decide(id, 'approve')
  const accepted = nextTime()
  p.clock.advance(2 * hour)
  const afterValidity = nextTime()
  await p.system.runJob('expire-claims')
  const expired = nextTime()
  const statuses = []
  for (const at of [submitted, accepted, afterValidity, expired]) statuses.push(await claimAt(at, id))
  assert.deepEqual(
    statuses.map(({ status, valid, decision, proof }) => [status, valid, decision?.decision, proof.state]),
    [
      ['submitted', true, undefined, 'proved'],
      ['accepted', true, 'accepted', 'proved'],
      // The claim's validity had ended, but the job that expires claims had not run yet.
      ['accepted', false, 'accepted', 'proved'],
      ['expired', false, 'accepted', 'proved'],
    ],
  )
  const rows = await Promise.all(
    statuses.map(({ proof }) => p.sql(`select action from audit_event where id = $1`, [proof.auditEventId])),
  )
  assert.deepEqual(
    rows.map(([row]) => row?.action),
    ['evidence.claim.create', 'evidence.claim.approve', 'evidence.claim.approve', 'evidence.claim.expire'],
  )
  assert.deepEqual(statuses[3].decision, statuses[1].decision)
})

test('the undecided claims at a given time are those that its full list shows as submitted, on every page', async () => {
  const ids: string[] = []
  for (let i = 0; i < 7; i++) ids.push(await claim(i === 6 ? { validUntil: iso(p.clock.now() + hour) } : {}))
  const moments = [nextTime()]
  for (const [i, id] of ids.entries()) {
    if (i % 3 === 0) continue
    await client.decide(id, i % 2 ? 'approve' : 'reject')
    moments.push(nextTime())
  }
  p.clock.advance(2 * hour)
  await p.system.runJob('expire-claims')
  moments.push(nextTime())
  const counts = []
  for (const at of moments) {
    const allClaims = (await client.get('auditor', `/as-of/claims?at=${at}&limit=200`)).claims
    const expected = allClaims.filter(({ status }: { status: string }) => status === 'submitted')
    const pagedClaims = []
    let cursor: string | undefined
    do {
      const cursorQuery = cursor ? `&cursor=${cursor}` : ''
      const page = await client.get('auditor', `/as-of/claims?at=${at}&status=submitted&limit=2${cursorQuery}`)
      pagedClaims.push(...page.claims)
      cursor = page.pagination.nextCursor
    } while (cursor)
    assert.deepEqual(pagedClaims, expected, at)
    counts.push(pagedClaims.filter(({ id }: { id: string }) => ids.includes(id)).length)
  }
  assert.deepEqual(counts, [7, 6, 5, 4, 3, 2])
})

test('if clocks disagree, the digests of two changes decide which is the later one', async () => {
  const id = await claim({ validUntil: iso(p.clock.now() + hour) })
  p.clock.advance(2 * hour)
  await client.decide(id, 'approve')
  // The job runs on a node whose clock is behind.
  p.clock.advance(-minute)
  await p.system.runJob('expire-claims')
  p.clock.advance(2 * minute)
  const { status, proof } = await claimAt(nextTime(), id)
  assert.deepEqual([status, proof.state], ['expired', 'proved'])
})

test('an altered record is reported as different from its row; a record without a row says so', async () => {
  const [alteredId, decidedId, missingId] = [await claim(), await claim(), await claim()]
  await client.decide(decidedId, 'approve')
  await p.sql(`update evidence_claim set record = replace(record, 'as-of-', 'or-of-') where id = $1`, [alteredId])
  await tamper(
    'review_decision',
    `update review_decision set reason = 'because of something else' where claim_id = $1`,
    [decidedId],
  )
  await tamper('audit_event', 'delete from audit_event where resource_id = $1', [missingId])
  const time = nextTime()
  assert.equal((await claimAt(time, alteredId)).proof.state, 'differs')
  const { proof, decision } = await claimAt(time, decidedId)
  assert.deepEqual([proof.state, decision.proof.state], ['proved', 'differs'])
  assert.deepEqual((await claimAt(time, missingId)).proof, { state: 'noRow', auditEventId: null, digest: null })
})

const must = async (status: number, method: string, path: string, body: object): Promise<ApiResponse['body']> => {
  const response = await client.ask('admin', method, path, { ...body })
  assert.equal(response.status, status, response.text)
  return response.body
}

const makePackage = async (title: string): Promise<string> => {
  const body = { packageKey: unique('as-of'), title, dueAt: iso(p.clock.now() + day), submissionRequirementId }
  return (await must(201, 'POST', '/packages', body)).id
}

const record = async (id: string, eventKind: string, occurredAt = p.clock.now()): Promise<void> => {
  const body = { eventKind, occurredAt: iso(occurredAt), eventSnapshot: {}, reason: 'recorded by a test of moments' }
  const token = await p.token('acme-portal')
  const response = await p.call('POST', `/api/v1/governance/submissions/packages/${id}/events`, { token, body })
  assert.equal(response.status, 201, response.text)
}

test('for a package, the time when its events were logged counts, not when they occurred', async () => {
  const id = await makePackage('Reported late')
  const before = nextTime()
  await record(id, 'submitted', p.clock.now() - 30 * day)
  const after = nextTime()
  assert.deepEqual([(await packageAt(before, id)).status, (await packageAt(after, id)).status], ['draft', 'submitted'])
})

test('a renamed package is proved under its former name, or has no name if that was not kept', async () => {
  const id = await makePackage('As it was called')
  for (const kind of ['submitted', 'rejected']) await record(id, kind)
  const first = nextTime()
  await must(200, 'PATCH', `/packages/${id}`, { title: 'As it is called' })
  const second = nextTime()
  await record(id, 'receipt_received')
  const nameAt = async (at: string) => {
    const { title, status, dueAt, proof } = await packageAt(at, id)
    return [title, status, dueAt === null, proof.state]
  }
  assert.deepEqual(await nameAt(first), ['As it was called', 'rejected', false, 'proved'])
  assert.deepEqual(await nameAt(second), ['As it is called', 'rejected', false, 'proved'])
  // Earlier releases did not store the former names of packages.
  await tamper('submission_package_past', 'delete from submission_package_past where package_id = $1', [id])
  assert.deepEqual(await nameAt(first), [null, 'rejected', true, 'textNotKept'])
  assert.deepEqual(await nameAt(second), ['As it is called', 'rejected', false, 'proved'])
  await p.sql(`update submission_package set record = replace(record, 'is called', 'is named') where id = $1`, [id])
  assert.deepEqual(await nameAt(second), ['As it is named', 'rejected', false, 'differs'])
})

test('a cursor belongs to its time; another workspace sees nothing; contributors may not query', async () => {
  await claim()
  await claim()
  const time = nextTime()
  const { pagination } = await client.get('reviewer', `/as-of/claims?limit=1&at=${time}`)
  const otherTimeResponse = await client.ask(
    'reviewer',
    'GET',
    `/as-of/claims?limit=1&at=${nextTime()}&cursor=${pagination.nextCursor}`,
  )
  assert.deepEqual([otherTimeResponse.status, otherTimeResponse.body.error], [400, 'invalid_cursor'])
  const foreign = createWorkspaceClient(p, 'globex')
  assert.deepEqual(await foreign.get('admin', `/as-of/claims?at=${time}`), { claims: [], pagination: {} })
  assert.equal((await client.ask('contributor', 'GET', `/as-of/claims?at=${time}`)).status, 403)
})
