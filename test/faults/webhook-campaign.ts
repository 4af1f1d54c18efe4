import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createGate } from './gate.ts'
import { connectionTo, killPostgres } from './postgres-processes.ts'
import type { Random } from './random.ts'
import { compileAll, type ServerProcess, type Setting, startServer } from './server-process.ts'
import { Tally } from './tally.ts'
import { type DeliveryTally, type Fault, tallyDeliveries } from './webhook-account.ts'
import { type CreatedWebhook, type Population, WebhookClient } from './webhook-client.ts'
import { type ReceiverProcess, startReceiverProcess } from './webhook-receiver-process.ts'
import { provisioningFile } from './workspaces.ts'

export const environment = { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' }

const population: Population = { ok: 44, flaky: 4, dying: 1, held: 1 }

/** Counts the deliveries of webhooks that are not paused, without those that a `/dying` webhook will always reject. */
const countUnfinished = `select count(*)::int as count from webhook_queue q join webhook_endpoint w
   on w.organization_id = q.organization_id and w.id = q.endpoint_id where w.status = 'active'
    and q.attempt in (1, 2, 7)`
// Uses the clock of the servers, which a run may move. PostgreSQL uses the machine's clock.
const countDue = `${countUnfinished} and q.due <= $1`

/** The longest time to wait for more deliveries before a fault, in milliseconds. */
const maxWait = 3000
const longestDrain = 180_000

/** A server that is repeatedly killed while it delivers. */
export class WebhookCampaign implements AsyncDisposable {
  readonly faults: Fault[] = []
  /** The milliseconds from each kill to the next request that the receiver accepted. */
  readonly takeovers: number[] = []
  /** The maximum number of requests without a response at a kill. */
  maxOpen = 0
  readonly tally = new Tally()
  readonly #gate = createGate()
  readonly #client: WebhookClient
  readonly #setting: Setting
  readonly #random: Random
  readonly #folder: string
  readonly #stopping = new AbortController()
  #webhooks: CreatedWebhook[] = []
  #server: ServerProcess | undefined
  #receiver: ReceiverProcess | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(folder: string, random: Random) {
    const pathOf = (name: string) => join(folder, name)
    mkdirSync(pathOf('data'), { mode: 0o755 })
    writeFileSync(pathOf('provision.json'), provisioningFile)
    this.#setting = {
      dataDir: pathOf('data'),
      provisionFile: pathOf('provision.json'),
      logFile: pathOf('server.log'),
      env: environment,
    }
    compileAll()
    const stopping = this.#stopping.signal
    const ledger = { append() {}, read: () => [] }
    this.#client = new WebhookClient({ gate: this.#gate, ledger, tally: this.tally, stopping, sending() {} })
    this.#random = random
    this.#folder = folder
  }

  get #receiving(): ReceiverProcess {
    if (!this.#receiver) throw new Error('the receiver is not running')
    return this.#receiver
  }

  /**
   * Emits `claims` events to a number of paused webhooks, then resumes the webhooks. One client continues to create
   * claims.
   */
  async begin(claims: number): Promise<void> {
    this.#receiver = await startReceiverProcess(join(this.#folder, 'receipts'), 20)
    await this.#start()
    await this.#client.takeToken()
    this.#webhooks = await this.#client.create(this.#receiver.url, population)
    await this.#client.createClaims(claims)
    const dying = this.#webhooks.filter(({ path }) => path.startsWith('/dying')).map(({ id }) => id)
    // Makes the next attempt the last one, because the six attempts before it would take more than a day.
    await this.#query('update webhook_queue set attempt = 7 where endpoint_id = any ($1)', [dying])
    await this.#client.resume(this.#webhooks)
    this.#writing = this.#write().catch(error => this.tally.violate(`the writer failed: ${error.stack}`))
  }

  async #write(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#client.createClaim()
      await delay(200)
    }
  }

  async #query(text: string, values: unknown[] = []): Promise<{ count: number }[]> {
    const client = new pg.Client(connectionTo(this.#setting.dataDir))
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }

  async #start(): Promise<void> {
    this.#server = await startServer(this.#setting)
    this.#gate.open(this.#server)
  }

  async #count(text: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.#query(text, values)
    return row?.count ?? 0
  }

  #due(): Promise<number> {
    return this.#count(countDue, [Date.now()])
  }

  /** Resolves after a random number of further deliveries, at most twice the average. */
  async #waitForDeliveries(average: number): Promise<void> {
    const { taken } = await this.#receiving.state()
    const target = taken + this.#random.whole(0, Math.round(2 * average))
    const waitStart = performance.now()
    while (performance.now() - waitStart < maxWait && (await this.#receiving.state()).taken < target) await delay(1)
  }

  /**
   * Kills the server `kills` times with kill -9, sometimes along with PostgreSQL, while it makes nine tenths of the
   * deliveries.
   */
  async killServer(kills: number, progress?: (line: string) => void): Promise<void> {
    for (let remaining = kills; remaining > 0; remaining--) {
      await this.#waitForDeliveries((0.9 * (await this.#due())) / remaining)
      const { taken, open } = await this.#receiving.state()
      this.maxOpen = Math.max(this.maxOpen, open)
      const killedAt = performance.now()
      if (this.#random.chance(0.1)) killPostgres(this.#setting.dataDir)
      this.#server?.kill('SIGKILL')
      await this.#server?.exited
      // Takes the time only now, because the server may have started attempts until it exited.
      this.faults.push({ at: Date.now(), kind: 'kill' })
      this.#gate.close()
      this.#server?.[Symbol.dispose]()
      await this.#start()
      await this.#untilAccepted(taken)
      this.takeovers.push(performance.now() - killedAt)
      progress?.(`${kills - remaining + 1} kills, ${taken} accepted`)
    }
  }

  /** Kills PostgreSQL and its group with kill -9 while the server keeps running. */
  async killPostgres(times: number): Promise<void> {
    for (let remaining = times; remaining > 0; remaining--) {
      await this.#waitForDeliveries((0.5 * (await this.#due())) / remaining)
      this.tally.phase = 'outage'
      this.faults.push({ at: Date.now(), kind: 'postgres' })
      killPostgres(this.#setting.dataDir)
      while ((await this.#server?.send({ method: 'GET', path: '/api/health/ready' }))?.status !== 200) await delay(10)
      await delay(500)
      this.tally.phase = 'kill'
    }
  }

  async #untilAccepted(before: number): Promise<void> {
    const startedAt = performance.now()
    while ((await this.#receiving.state()).taken <= before && (await this.#due()) > 0) {
      if (performance.now() - startedAt > 20_000) return this.tally.violate('no delivery arrived for 20 s after a kill')
      await delay(2)
    }
  }

  /** Waits until nothing is left to deliver. Unless `retries` is set, it does not wait for retries. */
  async drain(retries: boolean): Promise<void> {
    this.#stopping.abort()
    await this.#writing
    const startedAt = performance.now()
    while ((await (retries ? this.#count(countUnfinished) : this.#due())) > 0) {
      if (performance.now() - startedAt > longestDrain) return this.tally.violate('the queue was not drained in time')
      await delay(100)
    }
  }

  /** Reports the fate of every event, once the last attempts are recorded. */
  async account(): Promise<DeliveryTally> {
    return tallyDeliveries({
      connection: connectionTo(this.#setting.dataDir),
      webhooks: this.#webhooks,
      claims: this.#client.claims,
      receipts: this.#receiving.receipts(),
      faults: this.faults,
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    this.#server?.kill('SIGKILL')
    await this.#server?.exited
    this.#server?.[Symbol.dispose]()
    killPostgres(this.#setting.dataDir)
    await this.#receiver?.[Symbol.asyncDispose]()
  }
}
