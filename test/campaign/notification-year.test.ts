/**
 * Simulates a season of a workspace whose evidence and packages become due, on two nodes that may die between any two
 * steps. The test computes independently which notifications each person must get: one row per person, record and step.
 * Each is mailed, and also posted to the chat of people who have one. YEAR_DAYS, YEAR_PEOPLE, YEAR_REQUIREMENTS and
 * YEAR_PACKAGES set the size.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { attemptRun } from '#jobs/run-once.ts'
import { day, hour, iso, minute, second } from '#lib/clock.ts'
import { notifyPeople } from '#src/features/notifications/notify-people.ts'
import { createRandom } from '#test/faults/random.ts'
import { createFindingsClient } from '#test/findings-client.ts'
import { password, workspace } from '#test/fixture.ts'
import { startMailServer } from '#test/mail-server.ts'
import { headerOf } from '#test/sent-notifications.ts'
import { createSubmissionsClient } from '#test/submissions/submissions-client.ts'
import { boot, type Probata } from '#test/system.ts'
import { createKiller } from './node-killer.ts'

const size = (name: string, usual: number): number => Number(process.env[`YEAR_${name}`] ?? usual)
const days = size('DAYS', 40)
const peopleCount = size('PEOPLE', 8)
const requirementCount = size('REQUIREMENTS', 32)
const packageCount = size('PACKAGES', 16)

/** The time zone of the workspace, by which days are counted. */
const zone = 'Europe/Berlin'
const start = Date.parse('2099-10-05T06:00:00.000Z')
/** The times of a day at which the jobs run, in UTC. Nothing is due within minutes of them. */
const hours = [0, 6, 7, 8, 13, 23] as const

interface Due {
  readonly kind: 'evidence_renewal' | 'package_due'
  readonly id: string
  readonly due: number
  readonly people: readonly string[]
  /** The time at which the record was done, such as a package that was submitted. Infinite until then. */
  doneAt: number
  /** The steps that the record has reached, each with its occasion. */
  readonly steps: Set<string>
}

const zoned = (time: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone)

const dateAt = (time: number): Temporal.PlainDate => zoned(time).toPlainDate()

const lastWorkingDay = (date: Temporal.PlainDate): Temporal.PlainDate =>
  date.dayOfWeek > 5 ? lastWorkingDay(date.subtract({ days: 1 })) : date

/** Returns the step that a record has reached by a time, according to the table of notification kinds. */
const stepAt = ({ kind, due }: Due, now: number): string | undefined => {
  if (now > due) return kind === 'package_due' ? `late ${iso(due)} ${lastWorkingDay(dateAt(now))}` : `late ${iso(due)}`
  // Whole days, as everywhere in the product: a day ends at the same local time on the next date.
  const left = zoned(now).until(zoned(due), { largestUnit: 'days' }).days
  const step = [1, 7, 30].find(limit => left <= limit)
  return step === undefined ? undefined : `days_${step} ${iso(due)}`
}

/** Starts a chat service that records the messages posted to it. */
const startChat = async () => {
  const posts: string[] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      posts.push(request.url ?? '')
      response.end('ok')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    posts,
    address: (name: string) => `http://127.0.0.1:${port}/hooks/${name}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const notify = async ({ system: { services } }: Probata): Promise<void> => {
  // Runs the job as the schedule does: only for workspaces whose next step has been reached.
  const { error } = await attemptRun(notifyPeople, services, { id: 'jrn_year', signal: AbortSignal.timeout(600_000) })
  if (error) throw error
}

const run = (job: string) => (p: Probata) => p.system.runJob(job)
const jobs = [run('expire-claims'), run('seal-ledger'), notify, run('collect-digests'), run('send-notifications')]

/** The first half of the people are reviewers and own the evidence. */
const reviewerCount = Math.ceil(peopleCount / 2)
const roleOf = (index: number) => (index < reviewerCount ? 'reviewer' : 'contributor')
const names = Array.from({ length: peopleCount }, (_, i) => `person${i}`)
const [acme] = workspace.organizations
const provision = {
  organizations: [
    {
      ...acme,
      users: [
        ...(acme?.users ?? []).filter(({ role }) => role !== 'auditor'),
        ...names.map((name, i) => ({ email: `${name}@acme.example`, name, password, role: roleOf(i) })),
      ],
    },
  ],
}

test('a season over two nodes with kills: each step of each record reaches each person once', async t => {
  const random = createRandom('a year of reminders')
  await using mails = await startMailServer()
  await using chat = await startChat()
  const env = { SMTP_URL: mails.url, PROBATA_WEBHOOK_ALLOW: '127.0.0.1/32' }
  await using first = await boot({ provision, env })
  await using other = await boot({ provision: null, database: first.connection, env })
  const nodes = [first, other].map(p => ({ p, killer: createKiller(p) }))
  const moveTo = (time: number) => {
    for (const { p } of nodes) p.clock.set(time)
  }
  moveTo(start)
  await first.sql('update organization set time_zone = $1', [zone])
  const client = await createFindingsClient(first)
  const ids = await client.people()
  const idOf = (name: string): string => ids[name] ?? assert.fail(name)

  // Each person sees one of the two units, alternately. The last reviewer gets no mails about evidence, and every tenth
  // person has a chat.
  const units: string[] = []
  for (const unitKey of ['north', 'south'])
    units.push((await client.must(201, 'admin', 'POST', '/units', { unitKey, title: unitKey })).id)
  for (const [i, name] of names.entries()) {
    await client.must(200, 'admin', 'PATCH', `/people/${idOf(name)}`, { unitIds: [units[i % 2]] })
    if (i % 10 === 0) {
      const body = { service: 'mattermost', address: chat.address(name), withMail: true }
      const answer = await first.call('PUT', '/api/workspace/account/chat-channel', {
        ...(await client.signedIn(name)),
        body,
      })
      assert.equal(answer.status, 200, answer.text)
    }
  }
  const quiet = idOf(names[reviewerCount - 1] ?? '')
  await first.sql(
    `insert into notification_choice (organization_id, person_id, kind, mail)
     select organization_id, id, 'evidence_renewal', 'off' from person where id = $1`,
    [quiet],
  )

  const dues: Due[] = []
  /** Returns a random due time at half past an hour, because no job runs at that moment. */
  const someDue = () => start + 2 * day + random.whole(0, days - 3) * day + random.whole(0, 23) * hour + 30 * minute
  for (let i = 0; i < requirementCount; i++) {
    const owner = idOf(names[i % reviewerCount] ?? '')
    const due = someDue()
    const body = { requirementKey: `EVD-${i}`, title: `Evidence ${i}`, status: 'active', ownerId: owner }
    const { id } = await client.must(201, 'admin', 'POST', '/evidence-requirements', body)
    await client.decide(
      await client.claim(`proof-${i}`, { evidenceRequirementId: id, validUntil: iso(due) }),
      'approve',
    )
    dues.push({
      kind: 'evidence_renewal',
      id,
      due,
      people: [owner],
      doneAt: Number.POSITIVE_INFINITY,
      steps: new Set(),
    })
  }
  const submissions = await createSubmissionsClient(first)
  const everywhere = (acme?.users ?? []).flatMap(({ email, role }) =>
    role === 'auditor' ? [] : [idOf(email.split('@')[0] ?? '')],
  )
  const parents: string[] = []
  for (const unitId of units) {
    const parent = await submissions.requirement()
    await client.must(200, 'admin', 'POST', '/placements', { recordIds: [parent], unitId })
    parents.push(parent)
  }
  const packages: (Due & { readonly sendAt: number })[] = []
  for (let i = 0; i < packageCount; i++) {
    const due = someDue()
    const id = await submissions.package(parents[i % 2] ?? '', { dueAt: iso(due), title: `Package ${i}` })
    const people = [...everywhere, ...names.filter((_, n) => n % 2 === i % 2).map(idOf)]
    const sendAt = due + random.whole(-20, 6) * day
    packages.push({ kind: 'package_due', id, due, people, doneAt: Number.POSITIVE_INFINITY, steps: new Set(), sendAt })
  }
  dues.push(...packages)

  const rows = new Map<string, Readonly<Record<string, unknown>>>()
  const deliveries = new Map<string, Readonly<Record<string, unknown>>>()
  const collect = async () => {
    for (const row of await first.sql(
      `select id, person_id, kind, record_id, step, occasion, created_at, ended_at from notification
        where kind in ('evidence_renewal', 'package_due')`,
    ))
      rows.set(String(row.id), row)
    for (const row of await first.sql(
      "select id, person_id, channel, notification_ids, mode, local_day::text as day from notification_delivery where state = 'sent'",
    ))
      deliveries.set(String(row.id), row)
  }

  let kills = 0
  for (let date = 0; date < days; date++) {
    for (const at of hours) {
      moveTo(start - 6 * hour + date * day + at * hour + 5 * minute)
      if (first.clock.now() < start) continue
      const now = first.clock.now()
      const toSend = packages.filter(({ doneAt, sendAt }) => doneAt > now && sendAt <= now)
      const sender = toSend.length > 0 ? await createSubmissionsClient(first) : undefined
      for (const one of toSend) {
        await sender?.follow(one.id, 'reviewed', 'approved', 'submitted')
        one.doneAt = now
      }
      for (const job of jobs) {
        const node = nodes[random.whole(0, 1)]
        if (!node) continue
        if (random.chance(1 / 8)) node.killer.killAfter(random.whole(0, 14))
        await job(node.p).catch(() => undefined)
        if (!node.killer.revive()) continue
        kills++
        moveTo(first.clock.now() + 61 * second)
        await job(node.p)
      }
      for (const one of dues) {
        const step = one.doneAt > first.clock.now() ? stepAt(one, first.clock.now()) : undefined
        if (step !== undefined) one.steps.add(step)
      }
    }
    if (date % 7 === 6) await collect()
  }
  // After these runs, a digest contains every notification that waited for one.
  for (const later of [1, 2, 3, 4])
    for (const job of [run('collect-digests'), run('send-notifications')]) {
      moveTo(start + (days + later) * day + 2 * hour)
      await job(first)
    }
  await collect()
  assert.ok(kills > days / 8, `only ${kills} kills`)

  const expected = new Set(
    dues.flatMap(({ kind, id, people, steps }) =>
      people.flatMap(person => [...steps].map(step => `${person} ${kind} ${id} ${step}`)),
    ),
  )
  const actual = [...rows.values()].map(
    ({ person_id: person, kind, record_id: record, step, occasion }) =>
      `${person} ${kind} ${record} ${step} ${occasion}`,
  )
  const distinct = new Set(actual)
  assert.equal(actual.length, distinct.size, 'rows of the same person, record and step')
  assert.deepEqual([...expected.difference(distinct)].slice(0, 5), [], 'missing')
  assert.deepEqual([...distinct.difference(expected)].slice(0, 5), [], 'not expected, or of another unit')

  // Each notification that was open for more than a weekend was sent exactly once over each channel.
  const sent = new Map<string, string[]>()
  for (const { channel, notification_ids: notificationIds } of deliveries.values())
    for (const id of notificationIds as string[]) sent.set(id, [...(sent.get(id) ?? []), String(channel)])
  const withChat = new Set(names.filter((_, i) => i % 10 === 0).map(idOf))
  const wrong = [...rows.values()].filter(({ id, person_id: person, kind, created_at: from, ended_at: end }) => {
    const channels = sent.get(String(id)) ?? []
    if (person === quiet && kind === 'evidence_renewal') return channels.length > 0
    if (channels.length > new Set(channels).size) return true
    const lasted = ((end as Date | null)?.getTime() ?? Number.POSITIVE_INFINITY) - (from as Date).getTime()
    return lasted > 4 * day && channels.length !== (withChat.has(String(person)) ? 2 : 1)
  })
  assert.deepEqual(wrong.slice(0, 5), [])

  // Mails and chat messages are repeated at most once per kill, with the same id.
  const messageIds = mails.received.map(({ text }) => headerOf(text, 'Message-ID'))
  const sentBy = (one: string) => [...deliveries.values()].filter(({ channel }) => channel === one).length
  assert.equal(new Set(messageIds).size, sentBy('mail'))
  const repeats = messageIds.length - sentBy('mail') + chat.posts.length - sentBy('chat')
  assert.ok(repeats >= 0 && repeats <= kills, `${repeats} repeats after ${kills} kills`)

  const digests = [...deliveries.values()].filter(({ mode }) => mode === 'digest')
  const digestDays = digests.map(({ person_id: person, day: date, channel }) => `${person} ${channel} ${date}`)
  assert.equal(digestDays.length, new Set(digestDays).size, 'two digests on one day')
  t.diagnostic(`${days} days, ${kills} kills, ${rows.size} rows, ${messageIds.length} mails, ${repeats} repeats`)
})
