import { mock } from 'node:test'
import { scopes } from '#api/access.ts'
import { boot, type Probata } from '#test/system.ts'
import { startTcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { account, provision, signIn, takeToken } from '../server.ts'
import { seedWorkspace } from '../workspace-seed.ts'
import { type Caller, type Request, startCaller } from './caller.ts'
import { createMeter, type Meter } from './meter.ts'

/** A workspace with enough rows that a plan without its index reads many more of them. */
const sizes = {
  ...{ claims: 5000, requirements: 200, frameworks: 2, clauses: 200 },
  ...{ scans: 4, results: 250, risks: 200, assets: 200 },
}

// Nothing runs beside what is measured, and the log has no images of pages.
const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  autovacuum: 'off',
  full_page_writes: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '2GB',
  jit: 'off',
  // Plans as for tables that have grown: without its index a statement reads all rows, however few these are.
  enable_seqscan: 'off',
}

const user = 'probata'

const [organization] = provision.organizations
const provided = {
  organizations: [{ ...organization, serviceAccounts: [{ ...account, name: 'counted', scopes: [...scopes] }] }],
}

export interface CountersLab extends AsyncDisposable {
  readonly p: Probata
  readonly meter: Meter
  readonly receiver: Receiver
  /** As the administrator of the workspace. */
  readonly person: Caller
  /** With the token of its service account. */
  readonly machine: Caller
  /** The one value of a statement. */
  one(text: string): Promise<string>
}

const as = (caller: Caller, headers: Readonly<Record<string, string>>): Caller => {
  const withHeaders = (request: Request): Request => ({ ...request, headers: { ...headers, ...request.headers } })
  return {
    send: request => caller.send(withHeaders(request)),
    ask: request => caller.ask(withHeaders(request)),
    [Symbol.asyncDispose]: async () => {},
  }
}

/** The program in this process, with a workspace of its own, on a PostgreSQL that counts. */
export const openCountersLab = async (): Promise<CountersLab> => {
  await using resources = new AsyncDisposableStack()
  const server = resources.use(await startTcpPostgres({ user, settings }))
  const connection = { host: server.folder, port: server.port, user, password: tcpPassword, database: 'postgres' }
  const env = { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' }
  const p = resources.use(await boot({ provision: provided, database: connection, env }))
  const organizationId = String((await p.sql('select id from organization'))[0]?.id)
  await p.sql('create extension pg_stat_statements')
  await seedWorkspace({ url: p.system.url, sql: p.sql, organizationId }, sizes)
  await p.system.runJob('seal-ledger')
  const caller = resources.use(startCaller(p.system.url))
  const receiver = resources.use(await startReceiver())
  const meter = createMeter(p)
  const cookie = await signIn(p.system)
  const token = await takeToken(p.system.url)
  // What is remembered for a second is remembered: the clock stands still.
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const kept = resources.move()
  return {
    p,
    meter,
    receiver,
    person: as(caller, { cookie }),
    machine: as(caller, { authorization: `Bearer ${token}` }),
    async one(text) {
      const [row = {}] = await p.sql(text)
      return String(Object.values(row)[0])
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
