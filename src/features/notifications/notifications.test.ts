import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, iso } from '#lib/clock.ts'
import { createAssessing } from '#test/assessing.ts'
import { createFindingsClient, type FindingsClient, findingInput, unique } from '#test/findings-client.ts'
import { noon } from '#test/fixture.ts'
import { createBells, type SeenNotification } from '#test/notifications-client.ts'
import { createSubmissionsClient } from '#test/submissions/submissions-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient
let bells: ReturnType<typeof createBells>
let people: Readonly<Record<string, string>>

before(async () => {
  p = await boot()
  p.clock.set(noon)
  client = await createFindingsClient(p)
  bells = createBells(p, client)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

type Fields = Readonly<Record<string, unknown>>

const create = (path: string, body: Fields, by = 'admin') => client.must(201, by, 'POST', path, body)
const findingOf = (person: string, fields: Fields = {}, by = 'admin') =>
  create('/findings', findingInput({ ownerId: people[person], ...fields }), by)
const remediate = (id: string, by = 'contributor') => client.must(200, by, 'POST', `/findings/${id}/remediate`)
const inDays = (days: number) => iso(p.clock.now() + days * day)

/** Moves the clock to each time and returns what the person's bell then shows about the record. */
const seenAt = async (person: string, id: string, times: readonly number[]): Promise<string[][]> => {
  const seen: string[][] = []
  for (const time of times) {
    await bells.at(time)
    seen.push(await bells.about(person, id))
  }
  return seen
}

/** The rows of a record, whether or not they have ended. */
const rowsOf = async (id: string, kind: string) =>
  (
    await p.sql('select person_id, step from notification where record_id = $1 and kind = $2 order by id', [id, kind])
  ).map(({ person_id, step }) => [person_id, step])

describe('work with a date', () => {
  test('a finding has one notification for each step that it reaches, until it is remediated', async () => {
    const due = p.clock.now() + 20 * day
    const { id } = await findingOf('contributor', { dueAt: iso(due) })
    const seen = await seenAt('contributor', id, [p.clock.now(), due - 7 * day, due - day, due + hour, due + 5 * day])
    assert.deepEqual(seen, [
      ['assigned once'],
      ['finding_remediation days_7', 'assigned once'],
      ['finding_remediation days_1', 'assigned once'],
      ['finding_remediation late', 'assigned once'],
      ['finding_remediation late', 'assigned once'],
    ])
    await remediate(id)
    await bells.run()
    assert.deepEqual(await bells.about('contributor', id), ['assigned once'])
    assert.deepEqual(await bells.about('reviewer', id), ['finding_closing waiting'])
  })

  test('a requirement notifies its owner 30, 7 and 1 days before its proof ends, and when it has ended', async () => {
    const body = { requirementKey: unique('R'), title: 'Backups', status: 'active', ownerId: people.reviewer }
    const { id } = await create('/evidence-requirements', body)
    await bells.run()
    assert.deepEqual(await bells.about('reviewer', id), ['evidence_renewal late', 'assigned once'], 'no proof yet')
    const end = p.clock.now() + 40 * day
    const claim = await client.claim(unique('c'), { evidenceRequirementId: id, validUntil: iso(end) })
    await client.decide(claim, 'approve')
    const times = [p.clock.now(), end - 30 * day, end - 7 * day, end - day, end + hour]
    assert.deepEqual(
      (await seenAt('reviewer', id, times)).map(([first]) => first),
      [
        'assigned once',
        'evidence_renewal days_30',
        'evidence_renewal days_7',
        'evidence_renewal days_1',
        'evidence_renewal late',
      ],
    )
    const renewed = await client.claim(unique('c'), { evidenceRequirementId: id, validUntil: inDays(40) })
    await client.decide(renewed, 'approve')
    await bells.run()
    assert.deepEqual(await bells.about('reviewer', id), ['assigned once'])
  })

  test('a late package has a new notification on each working day, until it is submitted', async () => {
    // The due date is a Friday.
    const friday =
      p.clock.now() +
      ((12 - Temporal.Instant.fromEpochMilliseconds(p.clock.now()).toZonedDateTimeISO('UTC').dayOfWeek) % 7) * day +
      35 * day
    const submissions = await createSubmissionsClient(p)
    const id = await submissions.package(await submissions.requirement(), { dueAt: iso(friday) })
    const ahead = await seenAt('admin', id, [friday - 30 * day, friday - 7 * day, friday - day])
    assert.deepEqual(ahead, [['package_due days_30'], ['package_due days_7'], ['package_due days_1']])
    const ids = new Set<string>()
    const counts: number[] = []
    for (const days of [0, 1, 2, 3, 4]) {
      await bells.at(friday + days * day + hour)
      const [row, ...others] = (await bells.list('admin')).filter(({ recordId }) => recordId === id)
      assert.deepEqual([row?.kind, row?.step, others], ['package_due', 'late', []])
      counts.push(ids.add(String(row?.id)).size)
    }
    assert.deepEqual(counts, [1, 1, 1, 2, 3], 'Friday, Saturday, Sunday, Monday, Tuesday')
    await (await createSubmissionsClient(p)).follow(id, 'reviewed', 'approved', 'submitted')
    await bells.run()
    assert.deepEqual(await bells.about('admin', id), [])
  })

  test('if the job did not run for weeks, only the last step that was reached has a notification', async () => {
    const due = p.clock.now() + 60 * day
    const { id } = await findingOf('contributor', { dueAt: iso(due) })
    await bells.run()
    await bells.at(due + 3 * day)
    assert.deepEqual(await rowsOf(id, 'finding_remediation'), [[people.contributor, 'late']])
    await remediate(id)
  })

  test('a date that moves away takes its notification with it, and has its steps again', async () => {
    const { id } = await findingOf('contributor', { dueAt: inDays(5) })
    await bells.run()
    const later = p.clock.now() + 30 * day
    await client.must(200, 'admin', 'PATCH', `/findings/${id}`, { dueAt: iso(later) })
    await bells.run()
    assert.deepEqual(await bells.about('contributor', id), ['assigned once'])
    await bells.at(later - 5 * day)
    assert.deepEqual(await bells.about('contributor', id), ['finding_remediation days_7', 'assigned once'])
    await remediate(id)
  })
})

describe('the same as My work', () => {
  test('every task that waits, is late or due tomorrow has a notification, and no notification has no task', async () => {
    const a = await createAssessing(p)
    await a.assessmentIn('in_progress')
    await a.assessmentIn('in_review')
    await client.claim(unique('c'))
    await client.remediated()
    for (const dueAt of [inDays(0.5), inDays(20)]) await findingOf('contributor', { dueAt })
    const risk = { riskKey: unique('K'), title: 'Outage', ownerId: people.contributor, reviewDueAt: inDays(0.5) }
    await create('/risks', risk)
    await bells.run()
    for (const person of ['admin', 'reviewer', 'contributor', 'auditor']) {
      const { work } = await client.get(person, '/my-work?limit=200')
      const tasks = new Set<string>(work.map(({ kind, id }: Fields) => `${kind} ${id}`))
      const notified = (await bells.list(person)).filter(({ kind }) => kind !== 'assigned')
      const known = new Set(notified.map(({ kind, recordId }) => `${kind} ${recordId}`))
      const urgent = work.filter(
        ({ waitingSince, late, daysLeft }: Fields) =>
          waitingSince !== null || late === true || (daysLeft !== null && Number(daysLeft) <= 1),
      )
      assert.ok(person === 'auditor' || urgent.length > 0, person)
      for (const { kind, id, title } of urgent) assert.ok(known.has(`${kind} ${id}`), `${person}: ${kind} ${title}`)
      for (const { kind, recordId, step } of notified)
        assert.ok(tasks.has(`${kind} ${recordId}`) || step === 'days_30', `${person}: ${kind} ${recordId}`)
    }
  })
})

describe('assignments', () => {
  test('a person is notified once of what others assign to them, with their name, and not of their own changes', async () => {
    const { id } = await findingOf('contributor', {}, 'reviewer')
    const [row] = (await bells.list('contributor')).filter(({ recordId }) => recordId === id)
    assert.deepEqual([row?.kind, row?.about?.name, row?.readAt], ['assigned', 'reviewer of acme', null])
    const own = await findingOf('contributor', {}, 'contributor')
    assert.deepEqual(await bells.about('contributor', own.id), [])
  })

  test('each reassignment notifies the new owner and takes the notification back from the old one', async () => {
    const { id } = await findingOf('contributor')
    const assign = (person: string) =>
      client.must(200, 'admin', 'POST', '/findings/assign', { findingIds: [id], ownerId: people[person] })
    await assign('reviewer')
    assert.deepEqual([await bells.about('contributor', id), await bells.about('reviewer', id)], [[], ['assigned once']])
    await assign('reviewer')
    await assign('contributor')
    assert.deepEqual([await bells.about('contributor', id), await bells.about('reviewer', id)], [['assigned once'], []])
    assert.equal((await rowsOf(id, 'assigned')).length, 3)
  })

  test('a claim notifies the reviewer that it is assigned to', async () => {
    const id = await client.claim(unique('c'))
    for (const person of ['reviewer', 'second.reviewer'])
      await client.must(200, 'admin', 'POST', `/claims/${id}/assign`, { reviewerId: people[person] })
    assert.deepEqual(await bells.about('second.reviewer', id), ['assigned once'])
    assert.deepEqual(await bells.about('reviewer', id), [])
  })
})

describe('reading', () => {
  test('notifications are read one by one or all up to one, counted up to 99, and never by other people', async () => {
    const mark = (person: string, body: Fields) =>
      p.call('POST', '/api/workspace/notifications/read', { cookie: cookies[person] ?? '', body })
    const cookies: Record<string, string> = {}
    for (const person of ['auditor', 'contributor']) cookies[person] = (await client.signedIn(person)).cookie
    await mark('contributor', { until: 'ntf_~' })
    assert.equal(await bells.unread('contributor'), 0)
    const findings = await Promise.all([1, 2, 3].map(() => findingOf('contributor')))
    const [newest, middle] = await bells.list('contributor', '&unread=true')
    assert.equal(await bells.unread('contributor'), findings.length)
    assert.equal((await mark('auditor', { ids: [newest?.id], until: newest?.id })).body.read, 0)
    assert.deepEqual((await mark('contributor', { ids: [newest?.id] })).body, { read: 1 })
    assert.deepEqual((await mark('contributor', { until: middle?.id })).body, { read: 2 })
    assert.deepEqual(await bells.list('contributor', '&unread=true'), [])
    const trail = await p.sql(`select 1 from audit_event where action = 'notification.read'`)
    assert.deepEqual(trail, [], 'reading leaves no row in the trail')
    const rows = Array.from({ length: 120 }, (_, i) => `ntf_0000000000${String(i).padStart(16, '0')}`)
    await p.sql(
      `insert into notification select organization_id, i, id, 'assigned', 'rec_' || i, 'once', 'x', null, null, now()
         from person, unnest($2::text[]) i where id = $1`,
      [people.contributor, rows],
    )
    const unread = await client.get('contributor', '/notifications/unread')
    assert.deepEqual(unread, { count: 99, more: true })
    assert.equal((await bells.list('contributor', '&unread=true')).length, 120, 'page by page')
    await p.sql(`delete from notification where record_id like 'rec_%'`)
  })

  test('rows are removed 90 days after they ended or were read', async () => {
    const { id } = await findingOf('contributor', { dueAt: inDays(1) })
    await bells.run()
    await remediate(id)
    await bells.run()
    const cookie = (await client.signedIn('contributor')).cookie
    await p.call('POST', '/api/workspace/notifications/read', { cookie, body: { until: 'ntf_~' } })
    const count = async () =>
      (await p.sql('select 1 from notification where record_id = $1 and person_id = $2', [id, people.contributor]))
        .length
    await bells.at(p.clock.now() + 89 * day)
    assert.equal(await count(), 2)
    await bells.at(p.clock.now() + 2 * day)
    assert.equal(await count(), 0)
  })
})

describe('channels', () => {
  const set = (person: string, path: string, body: Fields) => client.ask(person, 'PUT', path, body)
  const choose = async (person: string, kind: string, body: Fields) =>
    p.call('PUT', `/api/workspace/account/notifications/${kind}`, { ...(await client.signedIn(person)), body })

  test('a kind that a person switched off is neither shown nor counted; their choice wins over the workspace', async () => {
    const { id } = await findingOf('contributor')
    assert.equal((await choose('contributor', 'assigned', { bell: false, mail: null })).status, 200)
    assert.deepEqual(await bells.about('contributor', id), [])
    const { cookie } = await client.signedIn('contributor')
    await p.call('POST', '/api/workspace/notifications/read', { cookie, body: { until: 'ntf_~' } })
    await choose('contributor', 'assigned', { bell: null, mail: null })
    const [row] = await bells.list('contributor', '&unread=true')
    assert.equal(row?.recordId, id, 'all read except what was not seen')
    assert.deepEqual(await bells.about('contributor', id), ['assigned once'])
    await set('admin', '/notification-defaults/assigned', { bell: false, mail: 'digest' })
    assert.deepEqual(await bells.about('contributor', id), [])
    const { kinds } = await client.get('contributor', '/account/notifications')
    assert.deepEqual(
      kinds.find(({ kind }: Fields) => kind === 'assigned'),
      {
        ...{ kind: 'assigned', modes: ['off', 'digest', 'at_once'], chosen: { bell: null, mail: null } },
        default: { bell: false, mail: 'digest' },
      },
    )
    await choose('contributor', 'assigned', { bell: true, mail: 'off' })
    assert.deepEqual(await bells.about('contributor', id), ['assigned once'])
    await set('admin', '/notification-defaults/assigned', { bell: null, mail: null })
  })

  test('people see the kinds of their role, and only administrators set the defaults', async () => {
    const kindsOf = async (person: string): Promise<string[]> =>
      (await client.get(person, '/account/notifications')).kinds.map(({ kind }: SeenNotification) => kind)
    const ofChanges = ['assigned', 'mentioned', 'commented']
    const ofAuditors = [
      ...ofChanges,
      'export_ready',
      'export_failed',
      'evidence_renewal',
      'policy_acknowledgement',
      'questionnaire_answers',
    ]
    assert.deepEqual(await kindsOf('auditor'), ofAuditors)
    assert.ok(!(await kindsOf('contributor')).includes('receiver_failing'))
    assert.ok((await kindsOf('admin')).includes('receiver_failing'))
    for (const person of ['reviewer', 'contributor', 'auditor']) {
      assert.equal((await set(person, '/notification-defaults/assigned', { bell: true, mail: null })).status, 403)
      assert.equal((await client.ask(person, 'GET', '/notification-defaults')).status, 403)
    }
    assert.equal((await choose('reviewer', 'claim_review', { bell: true, mail: 'at_once' })).status, 400)
    assert.equal((await choose('reviewer', 'unheard_of', { bell: true, mail: null })).status, 400)
  })
})
