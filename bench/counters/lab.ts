import { account, provision, requestToken, secondAdmin, signIn } from '#bench/server.ts'
import { seedWorkspace } from '#bench/workspace-seed.ts'
import { scopes } from '#http/access.ts'
import { boot, type Probata } from '#test/system.ts'
import { startTcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { type ApiClient, type Request, startApiClient } from './caller.ts'
import { moveClock, stopClock } from './clock.ts'
import { createMeter, type Meter } from './meter.ts'

/** The reason given in every request that requires one. */
export const reason = 'Counted by npm run counters'
/** The base path of the API for people. */
export const workspaceApi = '/api/workspace'

/** Large enough that a plan that does not use its index reads many more rows. */
const sizes = {
  ...{ claims: 5000, requirements: 200, frameworks: 2, clauses: 200 },
  ...{ scans: 4, results: 250, packages: 200, risks: 200, assets: 200 },
  // One request at a time, so that rows always have the same order.
  atOnce: 1,
}

// Nothing runs in parallel with the measured work, and the write-ahead log has no page images.
const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  autovacuum: 'off',
  full_page_writes: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '2GB',
  jit: 'off',
  // PostgreSQL plans as if the tables were large, so that a missing index shows up as a full scan.
  enable_seqscan: 'off',
  // PostgreSQL plans each statement once per connection: reads during planning are not counted.
  plan_cache_mode: 'force_generic_plan',
}

const user = 'probata'

const [organization] = provision.organizations
const provisionedContent = {
  organizations: [{ ...organization, serviceAccounts: [{ ...account, name: 'counted', scopes: [...scopes] }] }],
}

/** PROBATA_DATABASE_POOL: small, so that all connections soon have the same prepared statements. */
const connections = 6

/** High enough that the headers of every response report the caller's own limit. */
const limits = 'token-read=1000000,token-write=1000000,org=1000000000,token-issuance=1000000,scim=1000000'

export interface CountersLab extends AsyncDisposable {
  readonly p: Probata
  readonly meter: Meter
  readonly receiver: Receiver
  /** Acts as an administrator of the workspace. */
  readonly person: ApiClient
  /** Acts as another administrator, who confirms. */
  readonly secondPerson: ApiClient
  /** Acts with the token of a service account. */
  readonly serviceAccount: ApiClient
  /** Acts as an identity provider that sends people and groups; paths are relative to the SCIM address. */
  readonly provider: ApiClient
  /** Returns the single value of a statement. */
  queryValue(text: string): Promise<string>
}

const withHeaders = (caller: ApiClient, headers: Readonly<Record<string, string>>, pathPrefix = ''): ApiClient => {
  const addDefaults = ({ anonymous, ...request }: Request): Request => ({
    ...request,
    path: pathPrefix + request.path,
    headers: { ...(!anonymous && headers), ...request.headers },
  })
  return {
    send: request => caller.send(addDefaults(request)),
    ask: request => caller.ask(addDefaults(request)),
    [Symbol.asyncDispose]: async () => {},
  }
}

/**
 * Starts the program in this process with a new workspace, on a PostgreSQL with pg_stat_statements. Stops this process's
 * clock.
 */
export const openCountersLab = async (): Promise<CountersLab> => {
  await using resources = new AsyncDisposableStack()
  moveClock()
  const server = resources.use(await startTcpPostgres({ user, settings }))
  const database = { host: server.folder, port: server.port, user, password: tcpPassword, database: 'postgres' }
  const env = {
    PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8',
    PROBATA_DATABASE_POOL: String(connections),
    PROBATA_RATE_LIMITS: limits,
  }
  const p = resources.use(await boot({ provision: provisionedContent, database, env }))
  const organizationId = String((await p.sql('select id from organization'))[0]?.id)
  await p.sql('create extension pg_stat_statements')
  await seedWorkspace({ url: p.system.url, sql: p.sql, organizationId }, sizes)
  const caller = resources.use(startApiClient(p.system.url))
  const receiver = resources.use(await startReceiver())
  const meter = await createMeter(p)
  stopClock()
  const person = withHeaders(caller, { cookie: await signIn(p.system) })
  const token = { name: 'Identity provider', reason }
  const provisioning = (await person.ask({ path: `${workspaceApi}/provisioning-tokens`, body: token })).body.token
  const owned = resources.move()
  return {
    p,
    meter,
    receiver,
    person,
    secondPerson: withHeaders(caller, { cookie: await signIn(p.system, secondAdmin) }),
    serviceAccount: withHeaders(caller, { authorization: `Bearer ${await requestToken(p.system.url)}` }),
    provider: withHeaders(caller, { authorization: `Bearer ${provisioning}` }, `/scim/v2/${organizationId.slice(4)}`),
    async queryValue(text) {
      const [row = {}] = await p.sql(text)
      return String(Object.values(row)[0])
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
