import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { createWorker } from '#jobs/worker.ts'
import { day, hour, iso, minute, second } from '#lib/clock.ts'
import { ungoverned } from '#lib/governor.ts'
import { emptyEvidence } from '#test/empty-evidence.ts'
import { claimInput } from '#test/fixture.ts'
import { prover, textFile } from '#test/proof.ts'
import { recordOf } from '#test/record-text.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'
import { expireClaims } from './expire-claims.ts'

const evidence = '/api/v1/governance/evidence'

let probata: Probata
before(async () => {
  probata = await boot()
})
beforeEach(() => emptyEvidence(probata))
after(() => probata[Symbol.asyncDispose]())

let claimCount = 0

// Moving the clock expires tokens, so each claim uses a new one.
const createClaim = async (overrides: Readonly<Record<string, unknown>> = {}): Promise<ApiResponse['body']> => {
  const token = await probata.token('acme-scanner')
  const response = await probata.call('POST', `${evidence}/claims`, {
    token,
    body: claimInput(`claim-${++claimCount}`, overrides),
  })
  assert.equal(response.status, 201, response.text)
  return response.body
}

const claimsByStatus = () =>
  probata.sql('select status, count(*)::int as claims from evidence_claim group by status order by status')

const setStatus = (id: string, status: string) =>
  probata.sql(
    `update evidence_claim set status = $2, record = jsonb_set(record::jsonb, '{status}', to_jsonb($2::text))::text
      where id = $1`,
    [id, status],
  )

test('submitted and accepted claims expire once, with one event and one audit row each', async () => {
  const validUntil = iso(probata.clock.now() + hour)
  const submitted = await createClaim({ validUntil })
  const accepted = await createClaim({ validUntil })
  const rejected = await createClaim({ validUntil })
  const current = await createClaim({ validUntil: iso(probata.clock.now() + day) })
  await setStatus(accepted.id, 'accepted')
  await setStatus(rejected.id, 'rejected')
  assert.equal(await probata.system.runJob('expire-claims'), 0)

  probata.clock.advance(hour)
  assert.equal(await probata.system.runJob('expire-claims'), 2)
  assert.equal(await probata.system.runJob('expire-claims'), 0)

  const token = await probata.token('acme-scanner')
  const { body } = await probata.call('GET', `${evidence}/claims?status=expired`, { token })
  const ids = body.claims.map((claim: { id: string }) => claim.id)
  assert.deepEqual(ids.toSorted(), [submitted.id, accepted.id].toSorted())
  assert.ok(body.claims.every((claim: { updatedAt: string }) => claim.updatedAt >= validUntil))
  assert.deepEqual(await claimsByStatus(), [
    { status: 'expired', claims: 2 },
    { status: 'rejected', claims: 1 },
    { status: 'submitted', claims: 1 },
  ])
  const events = await probata.sql(
    `select body::json->'data' as data from outbox_event where type = 'evidence.claim.expired' order by id`,
  )
  assert.deepEqual(
    new Set(events.map(({ data }) => JSON.stringify(data))),
    new Set(recordOf(body).claims.map((claim: object) => JSON.stringify({ claim }))),
  )
  const audits = await probata.sql(
    `select resource_id, actor_id, record::json->>'actorKind' as kind from audit_event where action = 'evidence.claim.expire' order by resource_id`,
  )
  assert.deepEqual(
    audits,
    [submitted.id, accepted.id].toSorted().map(id => ({ resource_id: id, actor_id: 'expire-claims', kind: 'system' })),
  )
  assert.equal((await probata.call('GET', `${evidence}/claims/${current.id}`, { token })).body.status, 'submitted')
})

test('a claim expires at its validUntil, not a millisecond earlier', async () => {
  const now = Math.floor(probata.clock.now()) + hour
  const due = await createClaim({ validUntil: iso(now) })
  const notDue = await createClaim({ validUntil: iso(now + 1) })
  const services = { ...probata.system.services, clock: { now: () => now } }
  const running = { id: 'jrn_test', signal: new AbortController().signal, slice: ungoverned }
  assert.equal(await expireClaims.run(services, running), 1)
  const rows = await probata.sql('select id, status from evidence_claim order by id')
  assert.deepEqual(rows, [
    { id: due.id, status: 'expired' },
    { id: notDue.id, status: 'submitted' },
  ])
})

test('the schedule expires every claim within a minute', async () => {
  await probata.system.worker.runDue()
  await createClaim({ validUntil: iso(probata.clock.now() + 5 * minute) })
  probata.clock.advance(5 * minute + 20 * second)
  await probata.system.worker.runDue()
  assert.deepEqual(await claimsByStatus(), [{ status: 'expired', claims: 1 }])
})

test('two processes that expire 1,300 claims at once write one event for each', async () => {
  const claim = await createClaim({ validUntil: iso(probata.clock.now() + hour) })
  const [table] = await probata.sql(
    `select string_agg(attname, ',') as columns from pg_attribute
      where attrelid = 'evidence_claim'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  await probata.sql(
    `insert into evidence_claim (${table?.columns}) select ${table?.columns} from (
       select (jsonb_populate_record(c, jsonb_build_object('id', 'gec_' || lpad(n::text, 26, '0'),
         'claim_key', 'copy-' || n, 'record', replace(c.record, c.id, 'gec_' || lpad(n::text, 26, '0'))))).*
       from evidence_claim c, generate_series(1, 1299) n where c.id = $1) copies`,
    [claim.id],
  )
  probata.clock.advance(hour)
  await using db = openDatabase(probata.connection, () => {})
  const services = { ...probata.system.services, db }
  const running = { id: 'jrn_test', signal: new AbortController().signal, slice: ungoverned }
  const counts = await Promise.all([
    probata.system.runJob('expire-claims'),
    expireClaims.run(services, running),
    expireClaims.run(services, running),
  ])
  assert.equal(
    counts.reduce<number>((sum, count) => sum + Number(count), 0),
    1300,
  )
  const [events] = await probata.sql(
    `select count(*)::int as events, count(distinct body::json->'data'->'claim'->>'id')::int as claims
       from outbox_event where type = 'evidence.claim.expired'`,
  )
  assert.deepEqual(events, { events: 1300, claims: 1300 })
  const audits = await probata.sql(`select count(*)::int as n from audit_event where action = 'evidence.claim.expire'`)
  assert.deepEqual(audits, [{ n: 1300 }])
})

test('two scheduled workers on one database expire each claim once', async () => {
  await using db = openDatabase(probata.connection, () => {})
  const services = { ...probata.system.services, db }
  await using other = await createWorker({ services, jobs: [expireClaims] })
  for (let round = 1; round <= 5; round++) {
    await createClaim({ validUntil: iso(probata.clock.now() + minute) })
    probata.clock.advance(2 * minute)
    await Promise.all([probata.system.worker.runDue(), other.runDue()])
    const [row] = await probata.sql(
      `select count(*)::int as events from outbox_event where type = 'evidence.claim.expired'`,
    )
    assert.equal(row?.events, round)
  }
})

test('an upload intent expires after 60 minutes, and its record says so', async () => {
  const claim = await createClaim()
  const token = await probata.token('acme-scanner')
  const { body } = await prover(probata, () => token).announce(claim.id, textFile('bytes'))
  probata.clock.advance(59 * minute)
  assert.equal(await probata.system.runJob('expire-upload-intents'), 0)
  probata.clock.advance(minute)
  assert.equal(await probata.system.runJob('expire-upload-intents'), 1)
  assert.equal(await probata.system.runJob('expire-upload-intents'), 0)
  const rows = await probata.sql('select status, record::json from upload_intent')
  assert.deepEqual(rows, [{ status: 'expired', record: { ...body.intent, status: 'expired' } }])
  const audits = await probata.sql(`select resource_id from audit_event where action = 'evidence.upload_intent.expire'`)
  assert.deepEqual(audits, [{ resource_id: body.intent.id }])
})
