/**
 * `npm run faults:failover [-- --postgres /usr/lib/postgresql/15/bin]`: two nodes behind HAProxy, with a PostgreSQL and
 * its synchronous standby behind it as well (Debian: postgresql-15, haproxy). Clients write while the primary is killed
 * and the standby replaces it, and while the nodes are restarted one at a time. Exits with 0 if no acknowledged write
 * is lost or duplicated, and no request fails during the restarts.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { second } from '#lib/clock.ts'
import { freePort } from '#test/free-port.ts'
import { startBalancer } from './balancer.ts'
import { type ClaimClients, startClaimClients } from './failover-clients.ts'
import { password, startPair } from './postgres-pair.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { accounts, provisioningFile } from './workspaces.ts'

const { values } = parseArgs({
  options: {
    postgres: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
    restarts: { type: 'string', default: '10' },
  },
})

await using resources = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'probata-failover-'))
resources.defer(() => rm(folder, { recursive: true, force: true }))
const [dataDir, provisionFile] = [join(folder, 'data'), join(folder, 'provision.json')]
await mkdir(dataDir)
await writeFile(provisionFile, provisioningFile)

const pair = resources.use(await startPair(folder, values.postgres))
const { primary, standby } = pair
const [databasePort, frontPort, ...nodePorts] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
resources.use(
  await startBalancer(folder, [
    { name: 'database', mode: 'tcp', port: databasePort, check: '/', servers: [primary, standby] },
    {
      name: 'nodes',
      mode: 'http',
      port: frontPort,
      check: '/api/health/ready',
      servers: nodePorts.map(port => ({ port })),
    },
  ]),
)
const env = {
  DATABASE_URL: `postgres://probata:${password}@127.0.0.1:${databasePort}/probata`,
  PROBATA_MASTER_KEY: randomBytes(32).toString('base64'),
  PROBATA_PROCESSES: '1',
}
const startNode = (port: number): Promise<ServerProcess> =>
  startServer({ dataDir, provisionFile, logFile: join(folder, `${port}.log`), env: { ...env, PORT: String(port) } })
const nodes: ServerProcess[] = []
for (const port of nodePorts) nodes.push(await startNode(port))
resources.defer(async () => {
  for (const node of nodes) node.kill('SIGTERM')
  await Promise.all(nodes.map(({ exited }) => exited))
})

const front = `http://127.0.0.1:${frontPort}`
await using clients: ClaimClients = await startClaimClients(front, accounts.slice(0, 4))
const report = (line: string): void => console.log(line)

await delay(3 * second)
const before = clients.count()
await primary.kill()
const killedAt = performance.now()
await pair.promote()
const promotedAt = performance.now()
await clients.untilAcknowledged(before.acknowledged + 50)
await delay(3 * second)
const after = clients.count()
report(
  `failover: ${after.acknowledged} acknowledged, the longest pause ${after.longestPause.toFixed()} ms, including ${(promotedAt - killedAt).toFixed()} to promote`,
)

let [requests, failed] = [after.requests, after.failed]
for (let restart = 0; restart < Number(values.restarts); restart++) {
  const index = restart % nodes.length
  nodes[index]?.kill('SIGTERM')
  const exit = await nodes[index]?.exited
  if (exit?.code !== 0) throw new Error(`a node exited with ${JSON.stringify(exit)}`)
  nodes[index] = await startNode(nodePorts[index] ?? 0)
  await delay(second)
}
const end = clients.count()
;[requests, failed] = [end.requests - requests, end.failed - failed]
report(
  `${values.restarts} rolling restarts: ${requests} requests, ${failed} failed ${JSON.stringify(clients.failures())}`,
)

const acknowledgedIds = await clients.stop()
const rows = await standby.query('select id, claim_key from evidence_claim')
const foundIds = new Map(rows.map(({ id, claim_key }) => [String(claim_key), String(id)]))
const lostClaims = [...acknowledgedIds].filter(([key, id]) => foundIds.get(key) !== id)
const duplicateCount = rows.length - foundIds.size
report(`${acknowledgedIds.size} claims acknowledged: ${lostClaims.length} lost, ${duplicateCount} twice`)
process.exitCode = lostClaims.length + duplicateCount + failed === 0 ? 0 : 1
