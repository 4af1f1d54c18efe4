import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { day, hour, iso } from '#lib/clock.ts'
import { createLog } from '#lib/log.ts'
import { readConfig } from '#src/config.ts'
import { start } from '#src/system.ts'
import { testMasterKey } from '#test/environment.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { createSubmissionsClient, type SubmissionsClient } from './submissions-client.ts'

let p: Probata
let client: SubmissionsClient
let requirementId: string

before(async () => {
  p = await boot()
  client = await createSubmissionsClient(p)
  requirementId = await client.requirement({}, { title: 'DORA; register, of "information"' })
})
after(() => p[Symbol.asyncDispose]())

const due = (ms: number) => ({ dueAt: iso(p.clock.now() + ms) })

interface Due {
  readonly submissionPackage: { readonly title: string; readonly dueAt: string }
  readonly requirementTitle: string
  readonly late: boolean
  readonly daysLeft: number | null
}

const titles = (packages: readonly Due[]) => packages.map(({ submissionPackage }) => submissionPackage.title)

test('the calendar has packages by due date, the earliest first, with the time left', async () => {
  for (const [title, ms] of [
    ['next year', 360 * day],
    ['soon', 2 * day + hour],
    ['late', -10 * day + hour],
    ['long ago', -40 * day],
    ['far ahead', 400 * day],
  ] as const)
    await client.package(requirementId, { title, ...due(ms) })
  const foreign = await createSubmissionsClient(p, 'globex')
  await foreign.package(await foreign.requirement(), { title: 'theirs', ...due(day) })
  const { packages } = await client.must(200, 'GET', '/submission-calendar')
  assert.deepEqual(titles(packages), ['late', 'soon'], 'from 30 days ago, for a year')
  const rows = packages.map(({ late, daysLeft, requirementTitle }: Due) => [late, daysLeft, requirementTitle])
  const requirement = 'DORA; register, of "information"'
  assert.deepEqual(rows, [
    [true, -9, requirement],
    [false, 2, requirement],
  ])
  const range = (from: number, until: number) =>
    `?from=${iso(p.clock.now() + from)}&until=${iso(p.clock.now() + until)}`
  const response = await client.must(200, 'GET', `/submission-calendar${range(3 * day, 402 * day)}`)
  assert.deepEqual(titles(response.packages), ['next year', 'far ahead'])
})

test('an invalid range is a 400 that names it', async () => {
  const [from, until] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']
  for (const [query, name] of [
    ['from=soon', 'from'],
    ['until=soon', 'until'],
    [`from=${until}&until=${from}`, 'until'],
    [`from=${from}&until=${from}`, 'until'],
    [`from=${from}&until=2028-01-01T00:00:00Z`, 'until'],
    ['from=9999-12-30T00:00:00Z', 'until'],
    ['until=0001-01-02T00:00:00Z', 'until'],
  ] as const) {
    const { issues } = await client.must(400, 'GET', `/submission-calendar?${query}`)
    assert.equal(issues[0].path.at(-1), name, query)
  }
})

interface Property {
  readonly name: string
  readonly parameters: string
  readonly value: string
}

/** Returns the content lines of RFC 5545 section 3.1, unfolded. A line as sent has at most 75 octets. */
const parseLines = (text: string): Property[] => {
  assert.ok(text.endsWith('\r\n') && !/[^\r]\n|\r[^\n]/.test(text), 'lines end with CRLF')
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  const lines = text
    .trimEnd()
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
  return lines.map(line => {
    const [, name = '', parameters = '', value = ''] = /^([A-Z-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? []
    assert.ok(name, line)
    return { name, parameters, value }
  })
}

/** Decodes a TEXT value of RFC 5545 section 3.3.11. */
const textOf = (value: string): string => {
  assert.ok(!/(^|[^\\])(\\\\)*[;,]/.test(value), `not escaped: ${value}`)
  return value.replaceAll(/\\([\\;,nN])/g, (_, character) => (/n/i.test(character) ? '\n' : character))
}

const eventsOf = (text: string): Record<string, string>[] => {
  const events: Record<string, string>[] = []
  let current: Record<string, string> | undefined
  for (const { name, value } of parseLines(text)) {
    if (name === 'BEGIN') current = value === 'VEVENT' ? {} : undefined
    else if (name === 'END' && current) events.push(current)
    else if (current) current[name] = value
  }
  return events
}

const makeFeed = async (): Promise<{ id: string; path: string; secret: string }> => {
  const { calendarFeed, address } = await client.must(201, 'POST', '/calendar-feeds', { name: 'my calendar' })
  const { pathname } = new URL(address)
  return { id: calendarFeed.id, path: pathname, secret: pathname.split('/').at(-1) ?? '' }
}

test('a feed is iCalendar that a strict reader accepts: folded, escaped, in UTF-8', async () => {
  const title = `Ré;gister, \\n of "ICT"\nsecond line: ${'日本語 😀 '.repeat(12)}end`
  const { dueAt } = due(40 * day)
  const id = await client.package(requirementId, { title, dueAt })
  const { path } = await makeFeed()
  const { status, headers, text } = await p.call('GET', path)
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/calendar; charset=utf-8'])
  const lines = parseLines(text)
  const first = lines.slice(0, 3).map(({ name, value }) => `${name}:${value}`)
  assert.deepEqual([first[0], first[1], lines.at(-1)?.value], ['BEGIN:VCALENDAR', 'VERSION:2.0', 'VCALENDAR'])
  assert.match(lines.find(({ name }) => name === 'PRODID')?.value ?? '', /Probata/)
  const events = eventsOf(text)
  const event = events.find(({ UID }) => UID === `${id}@probata`) ?? assert.fail(text)
  assert.equal(textOf(event.SUMMARY ?? ''), `${title} (draft)`)
  assert.equal(textOf(event.DESCRIPTION ?? ''), 'DORA; register, of "information"')
  assert.equal(event.DTSTART, dueAt.replaceAll(/[-:]|\.\d+/g, ''))
  assert.match(event.DTSTAMP ?? '', /^\d{8}T\d{6}Z$/)
  const lateEvent = events.find(({ SUMMARY = '' }) => SUMMARY.startsWith('Late: late'))
  assert.ok(lateEvent)
  assert.ok(!text.includes('theirs'), 'nothing of another organization')
})

test('the URL is shown once: not in a replay, not in the list, not in the database', async () => {
  const body = { name: 'replayed', reason: 'calendar test' }
  const create = () =>
    p.call('POST', '/api/workspace/calendar-feeds', { cookie: client.cookie, key: 'feed-key-1', body })
  const [first, replayed] = [await create(), await create()]
  assert.deepEqual([first.status, replayed.status], [201, 201])
  assert.deepEqual(replayed.body, { calendarFeed: first.body.calendarFeed })
  const secret = first.body.address.split('/').at(-1).replace('.ics', '')
  const { calendarFeeds } = await client.must(200, 'GET', '/calendar-feeds')
  assert.deepEqual(calendarFeeds[0], first.body.calendarFeed)
  const tables = await p.sql(`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
  for (const { name } of tables) {
    const [row] = await p.sql(`select count(*)::int as count from ${name} t where t::text like '%' || $1 || '%'`, [
      secret,
    ])
    assert.equal(row?.count, 0, String(name))
  }
})

test('a revoked feed stops working at once, and gets the same response as one that never existed', async () => {
  const [keptFeed, revokedFeed] = [await makeFeed(), await makeFeed()]
  await client.must(204, 'DELETE', `/calendar-feeds/${revokedFeed.id}`)
  const answers = []
  const alteredPath = revokedFeed.secret.replace(/.(?=\.ics$)/, last => (last === 'A' ? 'B' : 'A'))
  const otherWorkspacePath = keptFeed.secret.replace(/^\w{26}/, '0'.repeat(26))
  for (const feed of [
    revokedFeed.secret,
    alteredPath,
    otherWorkspacePath,
    keptFeed.secret.replace('.ics', ''),
    'x.ics',
    '%27.ics',
  ]) {
    const { status, body } = await p.call('GET', `/api/calendar/${feed}`)
    answers.push(JSON.stringify([status, body.error, body.message]))
  }
  assert.deepEqual([...new Set(answers)], ['[404,"not_found","There is no such calendar feed."]'])
  assert.equal((await p.call('GET', keptFeed.path)).status, 200)
  await client.must(404, 'DELETE', `/calendar-feeds/${revokedFeed.id}`)
  const { calendarFeeds } = await client.must(200, 'GET', '/calendar-feeds')
  const ids = calendarFeeds.map(({ id }: { id: string }) => id)
  assert.deepEqual([ids.includes(keptFeed.id), ids.includes(revokedFeed.id)], [true, false])
})

test('a feed of another organization can be neither seen nor revoked', async () => {
  const { id, path } = await makeFeed()
  const foreign = await createSubmissionsClient(p, 'globex')
  await foreign.must(404, 'DELETE', `/calendar-feeds/${id}`)
  assert.deepEqual((await foreign.must(200, 'GET', '/calendar-feeds')).calendarFeeds, [])
  assert.equal((await p.call('GET', path)).status, 200)
})

test('a feed ends with its owner, and its creator can revoke it', async () => {
  const people = createWorkspaceClient(p)
  const { reviewer } = await people.people()
  const make = async (person: string) => {
    const { status, body, text } = await people.ask(person, 'POST', '/calendar-feeds', { name: `of ${person}` })
    assert.equal(status, 201, text)
    return { id: body.calendarFeed.id, path: new URL(body.address).pathname }
  }
  const [reviewerFeed, contributorFeed] = [await make('reviewer'), await make('contributor')]
  const listFeeds = async (person: string) =>
    (await people.get(person, '/calendar-feeds')).calendarFeeds.map(({ id }: { id: string }) => id)
  assert.deepEqual(await listFeeds('reviewer'), [reviewerFeed.id])
  for (const person of ['admin', 'auditor'])
    for (const { id } of [reviewerFeed, contributorFeed]) assert.ok((await listFeeds(person)).includes(id))
  for (const person of ['contributor', 'auditor'])
    assert.equal((await people.ask(person, 'DELETE', `/calendar-feeds/${reviewerFeed.id}`)).status, 404, person)
  assert.equal((await people.ask('contributor', 'DELETE', `/calendar-feeds/${contributorFeed.id}`)).status, 204)
  assert.equal((await p.call('GET', contributorFeed.path)).status, 404)
  assert.equal((await p.call('GET', reviewerFeed.path)).status, 200)
  const setDisabled = (disabled: boolean) => people.ask('admin', 'PATCH', `/people/${reviewer}`, { disabled })
  assert.equal((await setDisabled(true)).status, 200)
  const response = await p.call('GET', reviewerFeed.path)
  assert.deepEqual([response.status, response.body.message], [404, 'There is no such calendar feed.'])
  await setDisabled(false)
})

test('the secret is in no log line and no metric, whatever the result of the request', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-calendar-'))
  t.after(() => rm(folder, { recursive: true }))
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const env = { PORT: '0', PROBATA_DATA_DIR: folder, PROBATA_MASTER_KEY: testMasterKey, PROBATA_ROLES: 'api' }
  const log = createLog({ level: 'trace', destination })
  const system = await start({ config: readConfig(env), log, clock: p.clock, connection: p.connection })
  const { path, secret, id } = await makeFeed()
  const get = async (requestPath: string) => (await fetch(system.url + requestPath)).status
  assert.equal(await get(path), 200)
  const { read } = system.services.db
  Object.assign(system.services.db, { read: () => Promise.reject(new Error(`failed at ${path}`)) })
  assert.equal(await get(path), 500)
  Object.assign(system.services.db, { read })
  await client.must(204, 'DELETE', `/calendar-feeds/${id}`)
  assert.equal(await get(path), 404)
  assert.equal(await get(`${path}/more`), 404)
  const metrics = await (await fetch(`${system.url}/metrics`)).text()
  await system[Symbol.asyncDispose]()
  assert.match(lines.join(''), /request_failed/)
  const [token = ''] = secret.split('.')
  for (const text of [lines.join(''), metrics]) assert.ok(!text.includes(token) && !text.includes(token.slice(27)))
})
