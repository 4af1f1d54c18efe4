import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { hour, minute, second } from '#lib/clock.ts'
import type { MigrationStep, StorageStep, UploadStep } from '#lib/storage-steps.ts'
import { until } from '#test/until.ts'
import { endGracePeriod, passTime } from './pass-time.ts'
import { killPostgres } from './postgres-processes.ts'
import type { Random } from './random.ts'
import type { Bucket, StorageTally } from './storage-outcome.ts'
import { StorageReader } from './storage-reader.ts'
import { type MoverNode, StorageSite } from './storage-site.ts'
import { StorageUploads } from './storage-uploads.ts'

/**
 * The steps that each file reaches while other files are in progress. The other steps are reached once per migration.
 */
const stepsPerFile: ReadonlySet<MigrationStep> = new Set(['read', 'sent', 'verified', 'recorded', 'condemned'])
const whileCopying: ReadonlySet<MigrationStep> = new Set([
  'claimed',
  'read',
  'sent',
  'verified',
  'recorded',
  'switching',
  'switched',
])

/** A server with readers, and nodes that receive and move its files. The campaign kills these nodes. */
export class StorageCampaign implements AsyncDisposable {
  readonly site: StorageSite
  readonly reader: StorageReader
  readonly uploads: StorageUploads
  readonly #tally: StorageTally
  readonly #random: Random
  #migrationId = ''

  constructor(folder: string, { bucket, random, tally }: { bucket: Bucket; random: Random; tally: StorageTally }) {
    this.#tally = tally
    this.#random = random
    this.site = new StorageSite(folder, bucket)
    this.reader = new StorageReader(this.site, random.fork('reader'), tally)
    this.uploads = new StorageUploads(this.site, random.fork('uploads'), tally, file => {
      tally.files++
      this.reader.files.push(file)
    })
  }

  /** Uses three locations for files: the folder, a bucket with encryption, and one without. */
  async begin(files: number): Promise<void> {
    const { site } = this
    await site.begin()
    await this.uploads.begin(files)
    for (const encryption of ['envelope', 'none']) {
      const settings = { ...site.bucket.settings, prefix: `${site.bucket.settings.prefix}/${encryption}` }
      const { bindings } = site
      const bucketInput = { settings, credentials: site.bucket.credentials }
      const { id } = await bindings.done(bindings.create(bucketInput, { name: encryption, encryption }), 201)
      const run = await bindings.done(bindings.act(id, 'validate'))
      if (!run.passed) throw new Error(`the bucket is not valid: ${JSON.stringify(run.results)}`)
    }
    this.reader.start()
  }

  /** Starts a migration from the current binding to the next. */
  async beginMigration(): Promise<Readonly<Record<'from' | 'to', string>>> {
    const { site } = this
    await site.signIn()
    const { storageBindings } = await site.bindings.list()
    const bindings: { id: string; status: string; kind: string }[] = storageBindings.toReversed()
    const activeIndex = bindings.findIndex(({ status }) => status === 'active')
    const [source, target] = [bindings[activeIndex], bindings[(activeIndex + 1) % bindings.length]]
    if (!source || !target) throw new Error('no location to move from')
    const bindingIds = { sourceId: source.id, targetId: target.id }
    const plan = { ...bindingIds, mode: 'move', holdHours: 1, bytesPerSecond: 1_000_000_000 }
    this.#migrationId = (await site.moves.done(site.moves.start(plan), 201)).id
    this.#tally.migrations++
    return { from: source.kind, to: target.kind }
  }

  #recordKill(step: StorageStep, isMet: boolean): void {
    const { kills } = this.#tally
    if (isMet) kills[step] = (kills[step] ?? 0) + 1
    else this.#tally.missed++
  }

  async killReceiver(step: UploadStep): Promise<void> {
    this.#recordKill(`upload ${step}`, await this.uploads.killAt(step))
  }

  /**
   * Starts several nodes, only one of which works at a time. Kills each node at its step, unless the migration has
   * already passed the step.
   */
  async killMovers(...steps: readonly MigrationStep[]): Promise<void> {
    const ms = 70 * second + (steps.includes('condemned') ? hour : 0)
    await passTime(this.site, ms)
    const nodes = steps.map(step => {
      const times = stepsPerFile.has(step) ? this.#random.whole(1, 2) : 1
      return { step, mover: this.site.startMover({ step: `migration ${step}`, times, signal: 'SIGKILL' }) }
    })
    let finished = 0
    await this.#until(`the exits of nodes at ${steps.join(', ')}`, async () => {
      const isEnded = await Promise.all(
        nodes.map(async ({ step, mover }) => mover.hasExited() || (await this.#isPast(step))),
      )
      const exitedCount = nodes.filter(({ mover }) => mover.hasExited()).length
      // The next node takes over the leases of a dead node, and may remove the copies that the dead node condemned.
      if (exitedCount > finished) await passTime(this.site, 70 * second)
      else if (steps.includes('removed')) await endGracePeriod(this.site, 70 * second)
      finished = exitedCount
      return isEnded.every(Boolean)
    })
    for (const { step, mover } of nodes) {
      // The state of a step can become visible before the signal arrives.
      if (!mover.hasExited()) await Promise.race([mover.exited, delay(second)])
      this.#recordKill(`migration ${step}`, mover.hasExited())
      await mover.kill()
    }
  }

  async #state(): Promise<{ status: string; code: string | null }> {
    return this.site.moves.get(this.#migrationId)
  }

  async #isPast(step: MigrationStep): Promise<boolean> {
    const { status, code } = await this.#state()
    if (status === 'failed') throw new Error(`the migration failed: ${code}`)
    return status === 'done' || (whileCopying.has(step) && status !== 'copying')
  }

  /** Stops a node while it processes a file. */
  async #stopNodeMidFile(times = 1): Promise<MoverNode> {
    await passTime(this.site, 70 * second)
    const mover = this.site.startMover({ step: 'migration sent', times, signal: 'SIGSTOP' })
    await this.#until('the node is stopped', () => isStopped(mover.pid))
    return mover
  }

  /** Kills PostgreSQL with all its processes while a node copies files. The server restarts PostgreSQL. */
  async killPostgresWhileCopying(): Promise<void> {
    const mover = await this.#stopNodeMidFile(2)
    await this.reader.outage(async () => {
      if (killPostgres(this.site.dataDir) > 0) this.#tally.postgresKills++
      mover.resume()
      await until('the server is ready again', async () => {
        const { status } = await this.site.client.call('GET', '/api/health/ready')
        return status === 200
      })
    })
    await mover.kill()
  }

  /** Kills the store while a node copies files, and restarts the store after a while. */
  async killStoreWhileCopying(): Promise<void> {
    const mover = await this.#stopNodeMidFile(2)
    await this.reader.outage(async () => {
      const restart = await this.site.bucket.kill()
      this.#tally.storeKills++
      mover.resume()
      await delay(this.#random.whole(500, 3000))
      await restart()
      await this.site.runJob('storage-active-binding-posture-sweep')
    })
    await mover.kill()
    const { moves } = this.site
    if ((await this.#state()).status === 'failed') await moves.done(moves.act(this.#migrationId, 'resume'))
  }

  /** Stops a node for longer than its lease, so that another node continues its work. Then the first node resumes. */
  async takeOverFromStoppedNode(): Promise<void> {
    const stoppedNode = await this.#stopNodeMidFile()
    const rows = await this.site.sql(`select object_key from blob_copy where state = 'writing'`)
    const attempts = new Set(rows.map(row => row.object_key))
    await this.killMovers('recorded')
    stoppedNode.resume()
    // Objects may also be left by the probes of killed nodes. They are swept after a day.
    await this.#until('nothing of the stopped node is left', async () =>
      (await this.site.findUnnamed()).every(key => !attempts.has(key)),
    )
    this.#tally.takeovers++
    await stoppedNode.kill()
  }

  #until(description: string, check: () => Promise<boolean>): Promise<true> {
    return until(description, async () => {
      await delay(100)
      return check()
    })
  }

  /** Runs two nodes at once until all files are removed from the source. */
  async finish(): Promise<void> {
    do {
      await passTime(this.site, hour + minute)
      const startedAt = Date.now()
      const nodes = [this.site.startMover(), this.site.startMover()]
      await this.#until('no work is possible now', () => this.#isIdle(startedAt))
      await Promise.all(nodes.map(node => node.kill()))
    } while ((await this.#state()).status !== 'done')
  }

  /** Returns whether nodes started at that time have no work left that they can do without time passing. */
  async #isIdle(startedAt: number): Promise<boolean> {
    const startTime = `to_timestamp(${startedAt / 1000})`
    const [row] = await this.site.sql(
      `select m.status = 'done' or m.status = 'holding' and m.delete_after > ${startTime}
          or m.status = 'deleting' and exists (select from blob_copy c where c.state = 'condemned')
             and not exists (select from blob_copy c where c.binding_id = m.source_id
               and (c.state = 'verified' or c.since < ${startTime})) as idle
         from storage_migration m order by m.id desc limit 1`,
    )
    return row?.idle === true
  }

  /**
   * Sweeps the leftovers of dead nodes. Then checks that nothing unexpected remains and that every file can be opened.
   */
  async inspect(): Promise<void> {
    await this.site.passWeek()
    this.#tally.findings.push(...(await this.site.strays()))
    const [row] = await this.site.sql(
      `select (select count(*)::int from attachment_link) as links,
              (select count(*)::int from upload_intent where status = 'completed') as uploads`,
    )
    if (row?.links !== row?.uploads)
      this.#tally.findings.push(`${row?.uploads} uploads created ${row?.links} attachments`)
    for (const file of this.reader.files) await this.reader.open(file)
    this.#tally.unfinished += (await this.site.bucket.unfinished()).length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.reader[Symbol.asyncDispose]()
    await this.site[Symbol.asyncDispose]()
  }
}

const isStopped = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
}
