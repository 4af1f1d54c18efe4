import { setTimeout as delay } from 'node:timers/promises'
import { type Benchmark, type Figure, figure } from './benchmark.ts'
import { meterRound, meterServer, type Sample } from './cpu.ts'
import { Connection } from './http-client.ts'
import { type Load, type Rate, startLoad } from './load.ts'
import { compareTimes } from './rank-sum.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import { account, admin, type Server, startServer } from './server.ts'
import { interleave, spreadOf } from './statistics.ts'
import { cpuAlone } from './work.ts'

// The flood comes from many addresses, each of which stays below its limits.
const env = { LOG_LEVEL: 'error', PROBATA_TRUST_PROXY: '127.0.0.1' }
const wrongSecret = 'a-secret-that-is-not-the-right-one'

const names = scaled(1000, 20)
const connectionCount = 16

const json = (path: string, address: string, body: object): Buffer =>
  Buffer.from(
    requestText({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    }),
  )

const tokenRequest = (address: string, id: string, secret: string): Buffer =>
  json('/api/v1/auth/token', address, { grant_type: 'client_credentials', client_id: id, client_secret: secret })

let lastAddress = 0
/** Returns an address that was not used before. */
const uniqueAddress = (): string => {
  const n = ++lastAddress
  return `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
}

/** A kind of name, with a request that tries a name with a wrong secret. */
interface Kind {
  readonly what: string
  /** SQL that creates the names `known-0000` and so on. Parameters: organization id, number of names. */
  readonly known: string
  attempt(name: string): Buffer
}

const series = `generate_series(0, $2::int - 1) as i`
const paddedNumber = `lpad(i::text, 4, '0')`
const insertClients = (prefix: string, letter: string, hash: string): string => `
  with made as (
    insert into service_account (organization_id, id, client_id, secret_hash, scopes, record)
    select a.organization_id, 'sva_0${letter}' || lpad(i::text, 24, '0'), '${prefix}-known-' || ${paddedNumber}, ${hash},
           a.scopes, a.record
      from service_account a, ${series} where a.organization_id = $1 and a.client_id = '${account.clientId}'
    returning *
  )
  insert into login_name (name, kind, organization_id, subject_id)
  select client_id, 'client', organization_id, id from made`

const kinds: readonly Kind[] = [
  {
    what: 'e-mail addresses',
    known: `
      with logins as (
        insert into login (id, address, password_hash, created_at)
        select 'lgn_01' || lpad(i::text, 24, '0'), 'mail-known-' || ${paddedNumber} || '@bench.example', password_hash, now()
          from login, ${series} where address = '${admin.email}'
        returning *
      ), people as (
        insert into person (organization_id, id, role, record, login_id)
        select p.organization_id, 'prs_01' || right(l.id, 24), 'auditor', p.record, l.id
          from person p join login own on own.id = p.login_id, logins l
         where p.organization_id = $1 and own.address = '${admin.email}'
        returning *
      )
      insert into login_name (name, kind, organization_id, subject_id, login_id)
      select l.address, 'person', p.organization_id, p.id, l.id from people p join logins l on l.id = p.login_id`,
    attempt: name =>
      json('/api/workspace/session', uniqueAddress(), { email: `mail-${name}@bench.example`, password: wrongSecret }),
  },
  {
    what: 'client ids with chosen secrets',
    known: insertClients('chosen', '1', 'a.secret_hash'),
    attempt: name => tokenRequest(uniqueAddress(), `chosen-${name}`, wrongSecret),
  },
  {
    what: 'client ids with made secrets',
    known: insertClients('made', '2', `'$sha256$' || repeat('A', 43)`),
    attempt: name => tokenRequest(uniqueAddress(), `made-${name}`, wrongSecret),
  },
]

const shuffle = <T>(items: readonly T[]): T[] =>
  items
    .map(item => [Math.random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item)

/** Measures the time until each name is rejected, in milliseconds. Tries the names in random order. */
const measureRefusals = async ({ port }: Server, { attempt }: Kind) => {
  const times = { known: [] as number[], unknown: [] as number[] }
  const name = (group: keyof typeof times, i: number) => ({ group, name: `${group}-${String(i).padStart(4, '0')}` })
  const remaining = shuffle(Array.from({ length: names }, (_, i) => [name('known', i), name('unknown', i)]).flat())
  const attemptAll = async (): Promise<void> => {
    const connection = await Connection.open(port)
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      const head = attempt(next.name)
      const sentAt = performance.now()
      const { status, text } = await connection.send({ head })
      if (status !== 401) throw new Error(`${next.name} got the response ${text}`)
      times[next.group].push(performance.now() - sentAt)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connectionCount }, attemptAll))
  return times
}

/** Returns the smallest difference, in steps of 10 µs, that would have been significant. */
const resolution = (known: readonly number[], unknown: readonly number[], p: number): number => {
  const medianDifference = spreadOf(known).median - spreadOf(unknown).median
  let shift = 0
  while (
    compareTimes(
      known.map(time => time - medianDifference + shift),
      unknown,
    ).p > p
  )
    shift += 0.01
  return shift
}

const significant = 0.01

const nameFigure = async (server: Server, kind: Kind): Promise<Figure> => {
  await server.sql(kind.known, [server.organizationId, names])
  await server.sql('analyze')
  const { known, unknown } = await measureRefusals(server, kind)
  const { p, longer } = compareTimes(known, unknown)
  const [ours, theirs] = [spreadOf(known), spreadOf(unknown)]
  const detail = [
    `medians ${ours.median.toFixed(2)} and ${theirs.median.toFixed(2)} ms`,
    `known took longer in ${(100 * longer).toFixed(1)} % of pairs`,
    `${resolution(known, unknown, significant).toFixed(2)} ms would have shown`,
  ].join(', ')
  const label = `${names} known and ${names} unknown ${kind.what}, p`
  return figure({ label, samples: [p], atLeast: significant, detail })
}

const floodSeconds = scaled(12, 4)
/** The number of connections of the flood. The server rejects each request after 250 ms. */
const floodConnections = 135
const minPerSecond = 500
const pauseMs = 5

const percentile = (times: readonly number[], fraction: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * fraction) - 1] ?? Number.NaN

interface Service {
  readonly health: number
  readonly list: number
  readonly token: number
  readonly perSecond: number
}

/** Measures other clients during the flood: the p99 of probes and lists, and the slowest token request. */
const serviceDuring = async ({ port, token }: Server, until: number): Promise<Omit<Service, 'perSecond'>> => {
  const times = { health: [] as number[], list: [] as number[], token: [] as number[] }
  const requests = {
    health: () => Buffer.from(requestText({ path: '/api/health/live' })),
    list: () => Buffer.from(requestText({ path: '/api/v1/governance/evidence/claims', token })),
    // Comes from an address that has not sent a correct secret before, so the server computes a hash.
    token: () => tokenRequest(uniqueAddress(), account.clientId, account.clientSecret),
  }
  const repeat = async (what: keyof typeof times, intervalMs: number): Promise<void> => {
    const connection = await Connection.open(port)
    while (performance.now() < until) {
      const head = requests[what]()
      const sentAt = performance.now()
      const { status, text } = await connection.send({ head })
      if (status !== 200) throw new Error(`${what} got the response ${text}`)
      times[what].push(performance.now() - sentAt)
      await delay(intervalMs)
    }
    connection.close()
  }
  await Promise.all([repeat('health', pauseMs), repeat('list', pauseMs), repeat('token', 20 * pauseMs)])
  return { health: percentile(times.health, 0.99), list: percentile(times.list, 0.99), token: Math.max(...times.token) }
}

const flood = (load: Load, { port }: Server): Promise<Rate> => {
  const body = { grant_type: 'client_credentials', client_id: 'nobody-{n}', client_secret: wrongSecret }
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '{address}' }
  return load.rate({
    port,
    connections: floodConnections,
    for: { seconds: floodSeconds },
    request: requestText({ method: 'POST', path: '/api/v1/auth/token', headers, body: JSON.stringify(body) }),
    status: 401,
  })
}

const floodFigures = async (server: Server): Promise<Figure[]> => {
  await using load = await startLoad()
  const serve = (seconds: number) => serviceDuring(server, performance.now() + seconds * 1000)
  const refusals: Sample[] = []
  const rounds = await interleave<Service>({
    rounds: 3,
    async ours() {
      const flooding = meterRound(meterServer(server), () => flood(load, server))
      const [service, refusalSample] = await Promise.all([delay(1000).then(() => serve(floodSeconds - 2)), flooding])
      refusals.push(refusalSample)
      return { ...service, perSecond: refusalSample.perSecond }
    },
    floor: async () => ({ ...(await serve(floodSeconds - 2)), perSecond: 0 }),
  })
  const pairs = (kind: keyof Service) =>
    rounds.map(({ ours, floor }) => `${ours[kind].toFixed(1)}:${floor[kind].toFixed(1)}`).join(' ')
  return [
    figure({
      label: 'made-up client ids a second, each from its own address',
      samples: rounds.map(({ ours }) => ours.perSecond),
      atLeast: minPerSecond,
      detail: cpuAlone('refusals, with the requests served at the same time', refusals),
    }),
    figure({
      label: 'p99 of health meanwhile',
      samples: rounds.map(({ ours }) => ours.health),
      atMost: 50,
      unit: 'ms',
      detail: `ms, flooded:quiet, ${pairs('health')}`,
    }),
    figure({
      label: 'p99 of a list meanwhile, relative to an idle server',
      samples: rounds.map(({ ours, floor }) => ours.list / floor.list),
      atMost: 2,
      detail: `ms, flooded:quiet, ${pairs('list')}`,
    }),
    figure({
      label: 'a token with a right chosen secret meanwhile, the slowest',
      samples: rounds.map(({ ours }) => ours.token),
      atMost: 1000,
      unit: 'ms',
      detail: `ms, flooded:quiet, ${pairs('token')}`,
    }),
  ]
}

/**
 * Measures whether the time of a rejection reveals names, and how a flood of made-up names affects other clients.
 */
export const signIn: Benchmark = {
  name: 'sign-in',
  async run() {
    await using server = await startServer(env)
    const figures: Figure[] = []
    for (const kind of kinds) figures.push(await nameFigure(server, kind))
    return [...figures, ...(await floodFigures(server))]
  },
}
