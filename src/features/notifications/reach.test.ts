import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { install } from '#db/database.ts'
import { day, hour, iso } from '#lib/clock.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { createAssessing } from '#test/assessing.ts'
import { createFindingsClient, type FindingsClient, findingInput, unique } from '#test/findings-client.ts'
import { noon } from '#test/fixture.ts'
import { createBells } from '#test/notifications-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient
let globex: FindingsClient
let bells: ReturnType<typeof createBells>
let people: Readonly<Record<string, string>>

before(async () => {
  p = await boot()
  p.clock.set(noon)
  client = await createFindingsClient(p)
  globex = await createFindingsClient(p, 'globex')
  bells = createBells(p, client)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

type Fields = Readonly<Record<string, unknown>>

const create = (path: string, body: Fields) => client.must(201, 'admin', 'POST', path, body)
const findingOf = (person: string, fields: Fields = {}) =>
  create('/findings', findingInput({ ownerId: people[person], ...fields }))
const change = (person: string, body: Fields) => client.must(200, 'admin', 'PATCH', `/people/${people[person]}`, body)
const inDays = (days: number) => iso(p.clock.now() + days * day)
const rowCount = async (where = 'true') =>
  Number((await p.sql(`select count(*)::int as count from notification where ${where}`))[0]?.count)

describe('who is notified', () => {
  test('people of other units see nothing, and a record that moves away disappears at once', async () => {
    const unit = (await create('/units', { unitKey: unique('u'), title: 'Treasury' })).id
    const other = (await create('/units', { unitKey: unique('u'), title: 'Lending' })).id
    const { id } = await findingOf('contributor', { dueAt: inDays(0.5) })
    const place = (unitId: string) => client.must(200, 'admin', 'POST', '/placements', { recordIds: [id], unitId })
    await place(unit)
    await change('contributor', { unitIds: [unit] })
    await bells.run()
    assert.deepEqual(await bells.about('contributor', id), ['finding_remediation days_1', 'assigned once'])
    await place(other)
    assert.deepEqual(await bells.about('contributor', id), [])
    assert.equal(await bells.unread('contributor'), 0)
    await bells.run()
    const isOpen = `record_id = '${id}' and kind = 'finding_remediation' and ended_at is null`
    assert.equal(await rowCount(isOpen), 0, 'the row ends, so that it is not mailed')
    await place(unit)
    await bells.run()
    assert.equal(await rowCount(`record_id = '${id}' and kind = 'finding_remediation'`), 1, 'opened again, not doubled')
    await change('contributor', { unitIds: null })
  })

  test('a changed role and a disabled account end what no longer concerns the person', async () => {
    const id = await client.claim(unique('c'))
    const reviewerId = people['second.reviewer']
    await client.must(200, 'admin', 'POST', `/claims/${id}/assign`, { reviewerId })
    await bells.run()
    const waits = async () => (await bells.about('second.reviewer', id)).includes('claim_review waiting')
    assert.equal(await waits(), true)
    await change('second.reviewer', { role: 'auditor' })
    assert.equal(await waits(), false, 'before the job runs')
    await bells.run()
    const isOpen = `record_id = '${id}' and person_id = '${reviewerId}' and kind <> 'assigned' and ended_at is null`
    assert.equal(await rowCount(isOpen), 0)
    await change('second.reviewer', { role: 'reviewer' })
    await bells.run()
    assert.equal(await rowCount(isOpen), 1)
    await change('second.reviewer', { disabled: true })
    await bells.run()
    assert.equal(await rowCount(isOpen), 0)
    await change('second.reviewer', { disabled: false })
  })

  test('another workspace sees and changes nothing', async () => {
    const { id } = await findingOf('contributor')
    const [row] = (await bells.list('contributor')).filter(({ recordId }) => recordId === id)
    const { notifications } = await globex.get('contributor', '/notifications')
    assert.deepEqual(notifications, [])
    const { cookie } = await globex.signedIn('contributor')
    const body = { ids: [row?.id], until: 'ntf_~' }
    assert.deepEqual((await p.call('POST', '/api/workspace/notifications/read', { cookie, body })).body, { read: 0 })
    const token = await client.token()
    assert.equal((await p.call('GET', '/api/workspace/notifications', { token })).status, 401, 'a service account')
  })
})

describe('more than one node', () => {
  test('runs at the same time and nodes on one database insert each row once', async () => {
    await using second = await boot({ database: p.connection, provision: null })
    second.clock.set(p.clock.now())
    for (let i = 0; i < 5; i++) await findingOf('contributor', { dueAt: inDays(0.5) })
    for (let i = 0; i < 5; i++) await client.claim(unique('c'))
    const run = ({ system }: Pick<Probata, 'system'>) => system.runJob('notify-people')
    await Promise.all([run(p), run(second), run(p), run(second)])
    const [doubled] = await p.sql(`select person_id, kind, record_id from notification where ended_at is null
       group by person_id, kind, record_id having count(*) > 1 limit 1`)
    assert.equal(doubled, undefined)
    const before = await rowCount()
    await Promise.all([run(p), run(second)])
    assert.equal(await rowCount(), before)
    const { work } = await client.get('reviewer', '/my-work?kind=claim_review&limit=200')
    const waiting = (await bells.list('reviewer')).filter(({ kind }) => kind === 'claim_review')
    assert.equal(waiting.length, work.length)
  })

  test('a workspace is only computed again for a change, or when a step is due', async () => {
    const due = async () =>
      (await p.sql('select organization_id from notification_progress where wake_at <= $1', [iso(p.clock.now())]))
        .length
    await p.system.runJob('seal-ledger')
    await bells.run()
    p.clock.set(p.clock.now() + hour)
    await bells.run()
    assert.equal(await due(), 0)
    await findingOf('contributor', { dueAt: inDays(3) })
    await p.system.runJob('seal-ledger')
    p.clock.advance(10 * 60_000)
    assert.equal(await due(), 1, 'only the workspace with the change')
    await bells.run()
    assert.equal(await due(), 0)
    p.clock.advance(2 * day)
    assert.equal(await due(), 2, 'each workspace at the latest on its next day')
  })
})

describe('the share of time that passes take', () => {
  test('the pause after a pass follows from its duration in all runs and on all nodes', async () => {
    const [workspace] = await p.sql('select organization_id as id from person where id = $1', [people.admin])
    const minutes = 60_000
    // A pass that an earlier run left after its first people, and on which it spent two minutes.
    await p.sql(
      `update notification_progress set walked = '0', elapsed_ms = $2, changed = false where organization_id = $1`,
      [workspace?.id, 2 * minutes],
    )
    await bells.run()
    const progress = async () =>
      (
        await p.sql(
          `select walked, (extract(epoch from resume_at) * 1000)::bigint as resume_at, elapsed_ms
             from notification_progress where organization_id = $1`,
          [workspace?.id],
        )
      )[0]
    const first = await progress()
    assert.equal(first?.walked, null)
    const pause = Number(first?.resume_at) - p.clock.now()
    assert.ok(pause >= 99 * 2 * minutes, `${pause} ms`)
    await p.system.runJob('notify-people')
    p.clock.advance(day)
    await bells.run()
    const second = await progress()
    const next = Number(second?.resume_at) - p.clock.now()
    assert.ok(next < 99 * 2 * minutes, 'a new pass begins at zero')
  })
})

describe('operations and escalation', () => {
  test('administrators are notified of a failing receiver after an hour, a day and each week, until it answers', async () => {
    const { webhook } = await create('/webhooks', {
      ...{ url: 'https://hooks.example/in', description: 'Tickets', events: ['evidence.claim.created'] },
    })
    const since = p.clock.now()
    const failing = (at: number | null) =>
      p.sql('update webhook_lane set failing_since = $2 where endpoint_id = $1', [webhook.id, at && iso(at)])
    await failing(since)
    const seen: string[][] = []
    const ids = new Set<string | undefined>()
    for (const at of [0.5 * hour, hour, day, 7 * day, 14 * day]) {
      await bells.at(since + at)
      seen.push(await bells.about('admin', webhook.id))
      ids.add((await bells.list('admin')).find(({ recordId }) => recordId === webhook.id)?.id)
    }
    const [hourly, daily, weekly] = ['hour', 'day', 'week'].map(step => [`receiver_failing ${step}`])
    assert.deepEqual(seen, [[], hourly, daily, weekly, weekly])
    assert.equal(ids.size, 5, 'a new row for each week')
    assert.deepEqual(await bells.about('reviewer', webhook.id), [])
    await failing(null)
    await bells.run()
    assert.deepEqual(await bells.about('admin', webhook.id), [])
  })

  test('a secret that is not overdue yet makes no pass start each hour', async () => {
    await create('/webhooks', {
      ...{ url: 'https://hooks.example/later', description: 'Tickets', events: ['evidence.claim.created'] },
      rotationIntervalDays: 90,
    })
    await bells.at(Math.ceil(p.clock.now() / day) * day + day / 2)
    const early = await p.sql('select 1 from notification_progress where due_at <= $1', [iso(p.clock.now() + 2 * hour)])
    assert.deepEqual(early, [])
  })

  test('overdue work is escalated to administrators after the chosen days, until it is done', async () => {
    const due = p.clock.now() + 2 * day
    const { id } = await findingOf('contributor', { dueAt: iso(due) })
    const escalate = (days: number | null) => client.must(200, 'admin', 'PUT', '/notification-escalation', { days })
    await bells.at(due + 4 * day)
    assert.deepEqual(await bells.about('admin', id), [], 'off by default')
    await escalate(3)
    await bells.run()
    const [row] = (await bells.list('admin')).filter(({ recordId }) => recordId === id)
    assert.deepEqual([row?.kind, row?.about?.name], ['escalated', 'contributor of acme'])
    assert.deepEqual(await bells.about('reviewer', id), [])
    await bells.run()
    assert.equal(await rowCount(`record_id = '${id}' and kind = 'escalated'`), 1)
    await client.must(200, 'contributor', 'POST', `/findings/${id}/remediate`)
    await bells.run()
    assert.ok(!(await bells.about('admin', id)).includes('escalated late'))
    await escalate(null)
  })

  test('an assessment that is late for several people is escalated for each of them', async () => {
    const { id } = await (await createAssessing(p)).plan({ dueAt: inDays(2) })
    await client.must(200, 'admin', 'PUT', '/notification-escalation', { days: 1 })
    await bells.at(p.clock.now() + 5 * day)
    await bells.run()
    const rows = (await bells.list('admin')).filter(one => one.recordId === id && one.kind === 'escalated')
    const owners = rows.map(({ about }) => about?.name)
    assert.deepEqual(owners.toSorted(), ['contributor of acme', 'second reviewer of acme'])
    await client.must(200, 'admin', 'PUT', '/notification-escalation', { days: null })
  })

  test('administrators of the operator are notified of a stuck job at once, until its run ends', async () => {
    const [operator] = await p.sql(`update organization set operator = true where slug = 'acme' returning id`)
    await p.system.runJob('seal-ledger')
    await bells.at(p.clock.now() + 7 * day)
    await p.sql('update notification_progress set changed = false, resume_at = $1', [iso(p.clock.now())])
    const now = p.clock.now()
    await p.sql(
      `update job set run_id = 'jrn_stuck', lease_owner = 'jrn_stuck', started_at = $1, lease_until = $2
        where name = 'expire-claims'`,
      [iso(now - hour), iso(now + day)],
    )
    await recordSecurityEvent(p.system.services, install, {
      type: 'jobStuck',
      context: { job: 'expire-claims', runId: 'jrn_stuck' },
    })
    const waiting = await p.sql('select organization_id from notification_progress where wake_at <= $1', [iso(now)])
    assert.deepEqual(
      waiting.map(row => row.organization_id),
      [operator?.id],
    )
    await bells.run()
    assert.deepEqual(await bells.about('admin', 'expire-claims'), ['job_trouble waiting'])
    await p.sql(`update job set run_id = null, lease_owner = null, lease_until = null where name = 'expire-claims'`)
    await bells.at(now + hour)
    assert.deepEqual(await bells.about('admin', 'expire-claims'), [])
  })

  test('a job that gets into trouble, and one that leaves it, wakes the workspace of the operator', async () => {
    const changed = async () =>
      (await p.sql('select organization_id from notification_progress where changed')).map(row => row.organization_id)
    const [operator] = await p.sql(`update organization set operator = true where slug = 'acme' returning id`)
    const fail = (failures: number) => p.sql(`update job set failures = $1 where name = 'collect-digests'`, [failures])
    await p.system.runJob('seal-ledger')
    const seen: unknown[] = []
    for (const failures of [2, 3, 4, 2]) {
      await p.sql('update notification_progress set changed = false')
      await fail(failures)
      seen.push(await changed())
    }
    assert.deepEqual(seen, [[], [operator?.id], [], [operator?.id]])
    await fail(0)
  })
})
