import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createGate } from './gate.ts'
import { openLedger } from './ledger.ts'
import { killPostgres } from './postgres-processes.ts'
import type { Random } from './random.ts'
import type { Kind, Workload } from './send-until-answered.ts'
import { compileAll, launch, type ServerProcess, type Setting, startServer } from './server-process.ts'
import { Tally } from './tally.ts'
import { accounts, provisioningFile } from './workspaces.ts'
import { work } from './writer.ts'

/** A server that is killed and restarted while clients write. */
export class Campaign implements AsyncDisposable {
  readonly setting: Setting
  readonly ledger
  readonly tally = new Tally()
  readonly gate = createGate()
  /** The milliseconds that each start took until the server was ready. */
  readonly starts: number[] = []
  kills = 0
  postgresKills = 0
  readonly #random: Random
  readonly #stopping = new AbortController()
  #server: ServerProcess | undefined
  #writing: Promise<void> = Promise.resolve()
  #listeners: ((kind: Kind) => void)[] = []

  constructor(folder: string, random: Random) {
    const pathOf = (name: string) => join(folder, name)
    mkdirSync(pathOf('data'), { mode: 0o755 })
    this.setting = {
      dataDir: pathOf('data'),
      provisionFile: pathOf('provision.json'),
      logFile: pathOf('server.log'),
    }
    writeFileSync(pathOf('provision.json'), provisioningFile)
    compileAll()
    this.ledger = openLedger(pathOf('ledger.jsonl'))
    this.#random = random
  }

  get server(): ServerProcess {
    if (!this.#server) throw new Error('the server is not running')
    return this.#server
  }

  /** Starts the server. From then on, every account writes. */
  async begin(): Promise<void> {
    await this.start()
    const { gate, ledger, tally } = this
    const sending = (kind: Kind) => {
      for (const listener of this.#listeners) listener(kind)
    }
    const workload: Workload = { gate, ledger, tally, sending, stopping: this.#stopping.signal }
    this.#writing = work(workload, accounts, this.#random.fork('writers'))
    this.#writing.catch(error => tally.violate(`a writer failed: ${error.stack}`))
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.setting)
    this.starts.push(this.#server.readyAfter)
    this.gate.open(this.#server)
  }

  /** Waits until the server exits. The writers then wait for the next server. */
  async serverExit() {
    const exit = await this.server.exited
    this.gate.close()
    this.server[Symbol.dispose]()
    return exit
  }

  /** Resolves when the next write of this kind is sent, or after a second. */
  async #waitForWrite(kind: Kind): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const listener = (sentKind: Kind) => sentKind === kind && resolve()
    this.#listeners.push(listener)
    await Promise.race([promise, delay(1000)])
    this.#listeners = this.#listeners.filter(candidate => candidate !== listener)
  }

  /** Waits until the time of the next kill: a random time, or shortly after a write of one kind was sent. */
  async #waitForKillTime(): Promise<void> {
    const random = this.#random
    const [kind, within] = random.pick<[Kind | undefined, number]>({
      any: [4, [undefined, 400]],
      claim: [2, ['claim', 10]],
      intent: [1, ['intent', 10]],
      upload: [4, ['upload', 50]],
    })
    if (kind) await this.#waitForWrite(kind)
    await delay(random.whole(0, within))
  }

  /**
   * Kills the server with kill -9 at a random time, sometimes along with PostgreSQL, sometimes again while it starts.
   * Returns when it is ready.
   */
  async killServer(): Promise<void> {
    const random = this.#random
    await this.#waitForKillTime()
    if (random.chance(0.1)) this.#killPostgres()
    this.server.kill('SIGKILL')
    if (random.chance(0.1)) this.#killPostgres()
    await this.serverExit()
    this.kills++
    if (random.chance(0.05)) await this.#killStart(random.whole(0, 600))
    await this.start()
  }

  async #killStart(ms: number): Promise<void> {
    const { child, exited } = launch(this.setting)
    await delay(ms)
    child.kill('SIGKILL')
    await exited
    this.kills++
  }

  #killPostgres(): void {
    if (killPostgres(this.setting.dataDir) > 0) this.postgresKills++
  }

  /** Kills PostgreSQL and all its processes with kill -9 at a random time, while the server keeps running. */
  async killPostgresAlone(): Promise<void> {
    await this.#waitForKillTime()
    this.tally.phase = 'outage'
    this.#killPostgres()
  }

  /** Waits until the writers have finished their pending writes. */
  async finishWrites(): Promise<void> {
    this.#stopping.abort()
    await this.#writing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    this.#server?.kill('SIGKILL')
    await this.#server?.exited
    this.#server?.[Symbol.dispose]()
    killPostgres(this.setting.dataDir)
  }
}
