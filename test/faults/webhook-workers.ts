import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { createGate } from './gate.ts'
import { compileAll, type ServerProcess, type Setting, startServer, urlOf } from './server-process.ts'
import { Tally } from './tally.ts'
import { type DeliveryTally, type Fault, tallyDeliveries } from './webhook-account.ts'
import { environment } from './webhook-campaign.ts'
import { WebhookClient } from './webhook-client.ts'
import { describeTally, isSound, openFolder } from './webhook-faults.ts'
import { startReceiverProcess } from './webhook-receiver-process.ts'
import { provisioningFile } from './workspaces.ts'

interface CampaignOptions {
  /** The number of events, each for 10 webhooks. */
  readonly claims: number
  /** Whether a worker is also killed after the stopped one has continued. */
  readonly kill: boolean
}

export interface WorkersOutcome {
  readonly account: DeliveryTally
  /** The milliseconds from the stop, and from the kill, until the other worker holds all the lanes. */
  readonly takeovers: readonly number[]
  readonly violations: readonly string[]
}

/** A lease lasts 15 s. The stopped worker continues some seconds after the other one has taken over. */
const longestTakeover = 20_000
const resumeDelay = 2000
/** With 160 requests at a time, this gives about 320 deliveries a second. */
const maxResponseTime = 1000
const longestDrain = 120_000

const masterKey = Buffer.alloc(32, 9).toString('base64')

const countRows = async (connection: ClientConfig, text: string): Promise<number> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return Number((await client.query(text)).rows[0]?.count)
  } finally {
    await client.end()
  }
}

const queue = 'select count(*) from webhook_queue'
const lanesOf = (epoch: number) => `select count(*) from webhook_lane where epoch > ${epoch} and lease_until > now()`
const latestEpoch = 'select max(epoch) as count from webhook_lane'

/** Two workers on one database. One is stopped (SIGSTOP) for longer than its lease, then continued (SIGCONT). */
export const runWorkerFaults = async ({ claims, kill }: CampaignOptions): Promise<WorkersOutcome> => {
  const folder = await openFolder()
  await using resources = new AsyncDisposableStack()
  const pathOf = (name: string) => join(folder, name)
  for (const name of ['database', 'api', 'one', 'two']) mkdirSync(pathOf(name), { mode: 0o755 })
  writeFileSync(pathOf('provision.json'), provisioningFile)
  const { connection } = resources.use(await startEmbeddedPostgres({ dataDir: pathOf('database'), log() {} }))
  const setting = (name: string, roles: string): Setting => ({
    dataDir: pathOf(name),
    provisionFile: pathOf('provision.json'),
    logFile: pathOf(`${name}.log`),
    env: { ...environment, DATABASE_URL: urlOf(connection), PROBATA_MASTER_KEY: masterKey, PROBATA_ROLES: roles },
  })
  compileAll()
  const start = async (name: string, roles: string): Promise<ServerProcess> => {
    const server = await startServer(setting(name, roles))
    resources.defer(async () => {
      server.kill('SIGKILL')
      await server.exited
      server[Symbol.dispose]()
    })
    return server
  }
  const tally = new Tally()
  const gate = createGate()
  const receiver = resources.use(await startReceiverProcess(pathOf('receipts'), maxResponseTime))
  gate.open(await start('api', 'api'))
  const stopping = new AbortController().signal
  const ledger = { append() {}, read: () => [] }
  const client = new WebhookClient({ gate, ledger, tally, stopping, sending() {} })
  await client.takeToken()
  const webhooks = await client.create(receiver.url, { ok: 10, flaky: 0, dying: 0, held: 0 })
  await client.createClaims(claims)

  const stoppedWorker = await start('one', 'worker')
  await client.resume(webhooks)
  const areLanesTaken = async (epoch: number) => (await countRows(connection, lanesOf(epoch))) === webhooks.length
  const waitForTakeover = async (epoch: number): Promise<number> => {
    const startedAt = performance.now()
    while (!(await areLanesTaken(epoch))) {
      await delay(50)
      if (performance.now() - startedAt < longestTakeover) continue
      tally.violate(`the lanes were not taken over within ${longestTakeover} ms`)
      break
    }
    return performance.now() - startedAt
  }
  await waitForTakeover(0)

  const faults: Fault[] = []
  const takeovers: number[] = []
  const injectFault = async (kind: Fault['kind'], signal: 'SIGSTOP' | 'SIGKILL', worker: ServerProcess) => {
    const epoch = await countRows(connection, latestEpoch)
    if ((await countRows(connection, queue)) === 0) tally.violate(`no delivery was left at the ${kind}`)
    faults.push({ at: Date.now(), kind })
    worker.kill(signal)
    return epoch
  }
  const epoch = await injectFault('stop', 'SIGSTOP', stoppedWorker)
  const startedAt = performance.now()
  const otherWorker = await start('two', 'worker')
  await waitForTakeover(epoch)
  takeovers.push(performance.now() - startedAt)
  await delay(resumeDelay)
  if ((await countRows(connection, queue)) === 0) tally.violate('no delivery was left when the worker continued')
  stoppedWorker.kill('SIGCONT')
  if (kill) {
    await delay(resumeDelay)
    takeovers.push(await waitForTakeover(await injectFault('kill', 'SIGKILL', otherWorker)))
  }

  const drainingSince = performance.now()
  while ((await countRows(connection, queue)) > 0) {
    await delay(100)
    if (performance.now() - drainingSince < longestDrain) continue
    tally.violate('the queue was not drained in time')
    break
  }
  const receipts = receiver.receipts()
  const account = await tallyDeliveries({ connection, webhooks, claims: client.claims, receipts, faults })
  await resources.disposeAsync()
  const { violations } = tally
  if (isSound({ account, violations })) rmSync(folder, { recursive: true, force: true })
  return { account, takeovers, violations }
}

export const describeWorkers = ({ account, takeovers, violations }: WorkersOutcome): string =>
  [
    `until the other worker had the lanes: ${takeovers.map(Math.round).join(' ms, ')} ms`,
    describeTally(account),
    ...[...account.lost, ...account.unexplained, ...violations].slice(0, 20).map(finding => `  ${finding}`),
  ].join('\n')
