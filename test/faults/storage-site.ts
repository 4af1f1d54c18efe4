import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import { day, minute } from '#lib/clock.ts'
import { type Client, createClient } from '#test/client.ts'
import { checkResponse } from '#test/contract/responses.ts'
import { testMasterKey } from '#test/environment.ts'
import { workspace } from '#test/fixture.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { until } from '#test/until.ts'
import { passTime } from './pass-time.ts'
import { connectionTo, killPostgres } from './postgres-processes.ts'
import { compileAll, type Exit, launch, type ServerProcess, startServer, urlOf } from './server-process.ts'
import { type SignalPoint, signalAt } from './signal-at-step.ts'
import type { Bucket } from './storage-outcome.ts'
import { ageFiles, findUnnamedObjects, type StorageUnderTest, strayObjects } from './stray-objects.ts'

const storageAllow = { PROBATA_MASTER_KEY: testMasterKey, PROBATA_STORAGE_ALLOW: '127.0.0.0/8' }

/** A node that moves files between bindings. */
export interface MoverNode {
  readonly pid: number
  hasExited(): boolean
  readonly exited: Promise<Exit>
  resume(): void
  kill(): Promise<void>
}

/** Returns the part of a bucket that belongs to one data directory. */
const partOf = (bucket: Bucket, name: string): Bucket => {
  const ownKeys = (keys: readonly string[]) => keys.filter(key => key.startsWith(`${name}/`))
  return {
    ...bucket,
    settings: { ...bucket.settings, prefix: name },
    keys: async () => ownKeys(await bucket.keys()),
    unfinished: async () => ownKeys(await bucket.unfinished()),
  }
}

/** A data directory with a server for users, a bucket, and other nodes, which may get a signal at a step. */
export class StorageSite implements AsyncDisposable {
  readonly folder: string
  readonly bucket: Bucket
  readonly #movers = new Set<MoverNode>()
  readonly #receivers = new Set<ServerProcess>()
  #server: ServerProcess | undefined
  #client: (Client & AsyncDisposable) | undefined
  #cookie = ''
  #token = ''

  constructor(folder: string, bucket: Bucket) {
    this.folder = folder
    this.bucket = partOf(bucket, basename(folder))
  }

  get dataDir(): string {
    return join(this.folder, 'data')
  }

  get client(): Client {
    if (!this.#client) throw new Error('the server is not running')
    return this.#client
  }

  get token(): string {
    return this.#token
  }

  get bindings() {
    return bindingsOf(this.client, () => this.#cookie)
  }

  get moves() {
    return migrationsOf(this.client, () => this.#cookie)
  }

  async begin(): Promise<void> {
    compileAll()
    await mkdir(this.dataDir, { mode: 0o755 })
    const provisionFile = join(this.folder, 'provision.json')
    await writeFile(provisionFile, JSON.stringify(workspace))
    const env = { ...storageAllow, PROBATA_ROLES: 'api' }
    const logFile = join(this.folder, 'reader.log')
    this.#server = await startServer({ dataDir: this.dataDir, provisionFile, logFile, env })
    this.#client = createClient(this.#server.url, checkResponse)
    await this.signIn()
  }

  /** Signs in again, because sessions and tokens expire before a campaign ends. */
  async signIn(): Promise<void> {
    this.#token = await this.client.token('acme-scanner')
    this.#cookie = await this.client.signIn('admin@acme.example')
  }

  #setting(role: 'api' | 'worker', signalPoint?: SignalPoint) {
    const env = {
      ...storageAllow,
      DATABASE_URL: urlOf(connectionTo(this.dataDir)),
      PROBATA_ROLES: role,
      ...signalAt(signalPoint),
    }
    return { dataDir: this.dataDir, logFile: join(this.folder, 'nodes.log'), env }
  }

  startMover(signalPoint?: SignalPoint): MoverNode {
    const { child, stdout, exited } = launch(this.#setting('worker', signalPoint))
    stdout.resume()
    let hasExited = false
    void exited.then(() => {
      hasExited = true
      this.#movers.delete(mover)
    })
    const mover: MoverNode = {
      pid: child.pid ?? 0,
      hasExited: () => hasExited,
      exited,
      resume: () => void child.kill('SIGCONT'),
      async kill() {
        child.kill('SIGKILL')
        await exited
      },
    }
    this.#movers.add(mover)
    return mover
  }

  /** Starts a node that receives uploads. */
  async receiver(signalPoint: SignalPoint): Promise<ServerProcess> {
    const server = await startServer(this.#setting('api', signalPoint))
    this.#receivers.add(server)
    void server.exited.then(() => this.#receivers.delete(server))
    return server
  }

  readonly sql = async (text: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client(connectionTo(this.dataDir))
    await client.connect()
    const { rows } = await client.query(text).finally(() => client.end())
    return rows
  }

  /** Runs a job on the server for users. */
  async runJob(name: string): Promise<void> {
    const body = { reason: 'requested by the campaign' }
    const path = `/api/workspace/jobs/${name}/run`
    // Repeats the request, because another node may be running the job.
    await until(`a run of ${name}`, async () => {
      const { status, text } = await this.client.call('POST', path, { cookie: this.#cookie, body })
      if (status !== 200 && status !== 422) throw new Error(`${name} got ${status}: ${text.slice(0, 300)}`)
      return status === 200
    })
  }

  get #storageUnderTest(): StorageUnderTest {
    return { sql: this.sql, dataDir: this.dataDir, bucket: this.bucket }
  }

  findUnnamed(): Promise<string[]> {
    return findUnnamedObjects(this.#storageUnderTest)
  }

  /**
   * Lets a week pass, in which leftovers of dead nodes are swept, and jobs search twice for objects without a record.
   */
  async passWeek(): Promise<void> {
    await ageFiles(this.dataDir, 8 * day)
    await this.bucket.age?.(8 * day)
    // Expires the leases of dead nodes, which also ends their rights to jobs and folders. The server renews its own
    // lease.
    await passTime(this, 2 * minute)
    await this.sql(`update node set lease_until = lease_until - interval '2 minutes'`)
    await this.runJob('sweep-staged-blobs')
    for (const _ of [1, 2]) {
      await this.runJob('storage-active-binding-posture-sweep')
      await this.runJob('sweep-stored-orphans')
      await this.sql(`update storage_orphan set found_at = found_at - interval '1 day'`)
    }
  }

  strays(): Promise<string[]> {
    return strayObjects(this.#storageUnderTest)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const mover of [...this.#movers]) await mover.kill()
    for (const receiver of [...this.#receivers]) {
      receiver.kill('SIGKILL')
      await receiver.exited
    }
    await this.#client?.[Symbol.asyncDispose]()
    this.#server?.[Symbol.dispose]()
    this.#server?.kill('SIGTERM')
    await this.#server?.exited
    killPostgres(this.dataDir)
  }
}
