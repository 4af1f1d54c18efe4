import { setTimeout as delay } from 'node:timers/promises'
import { openPath } from '#test/proof.ts'
import { until } from '#test/until.ts'
import type { Random } from './random.ts'
import type { AttachedFile, StorageTally } from './storage-outcome.ts'
import type { StorageSite } from './storage-site.ts'

const largeSize = 1024 * 1024

/** A reader that opens one file after another. Each open must return the attached bytes, or a 503 during an outage. */
export class StorageReader implements AsyncDisposable {
  readonly files: AttachedFile[] = []
  readonly #tally: StorageTally
  readonly #site: StorageSite
  readonly #random: Random
  readonly #stopping = new AbortController()
  #outages = 0
  #isOutage = false
  #reading: Promise<void> = Promise.resolve()

  constructor(site: StorageSite, random: Random, tally: StorageTally) {
    this.#tally = tally
    this.#site = site
    this.#random = random
  }

  start(): void {
    this.#reading = this.#read()
  }

  async #read(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const file = this.files[this.#random.whole(0, this.files.length - 1)]
      // Opens large files less often, because each occupies a core for longer.
      if (file && (file.bytes.length < largeSize || this.#random.chance(0.1))) await this.open(file)
      await delay(10)
    }
  }

  /**
   * Opens a file. Returns true if the attached bytes arrived. Any other result is a finding, except a rejection during
   * an outage.
   */
  async open(file: AttachedFile): Promise<boolean> {
    const outages = this.#outages
    const wasOutage = this.#isOutage
    const result = await this.#tryOpen(file)
    const [status] = result
    if (status === 'right') this.#tally.opens++
    else if (status === 'refused' && (wasOutage || this.#isOutage || this.#outages > outages))
      this.#tally.rejectedOpens++
    else this.#tally.findings.push(`open of ${file.artifactId}: ${result.join(' ')}`)
    return status === 'right'
  }

  async #tryOpen({ claimId, artifactId, bytes }: AttachedFile): Promise<['right' | 'refused' | 'wrong', string?]> {
    const { client, token } = this.#site
    try {
      const { status, text, body } = await client.call('GET', openPath(claimId, artifactId), { token })
      if (status === 503) return ['refused', text]
      if (status !== 200) return ['wrong', `${status} ${text.slice(0, 200)}`]
      return Buffer.from(body.content.dataBase64, 'base64').equals(bytes) ? ['right'] : ['wrong', 'bytes']
    } catch (error) {
      // An interrupted response does not count as a response.
      return ['refused', String(error)]
    }
  }

  /** Runs a function while a required service is down, then waits until every file can be opened again. */
  async outage(work: () => Promise<void>): Promise<void> {
    this.#outages++
    this.#isOutage = true
    await work()
    await until('files can be opened again', async () => {
      for (const file of this.files.slice(0, 3)) if (!(await this.open(file))) return false
      return true
    })
    this.#isOutage = false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await this.#reading
  }
}
