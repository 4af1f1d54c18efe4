import { setTimeout as delay } from 'node:timers/promises'
import { second } from '#lib/clock.ts'
import type { UploadStep } from '#lib/storage-steps.ts'
import { type Client, createClient } from '#test/client.ts'
import { checkResponse } from '#test/contract/responses.ts'
import { type Proof, prover } from '#test/proof.ts'
import { until } from '#test/until.ts'
import type { Random } from './random.ts'
import type { AttachedFile, StorageTally } from './storage-outcome.ts'
import type { StorageSite } from './storage-site.ts'

/** The size of a file that needs a multipart upload: slightly more than one part. */
const multipartBytes = 9 * 1024 * 1024
const concurrentUploads = 3

interface AnnouncedFile {
  readonly claimId: string
  readonly proof: Proof
  readonly path: string
}

type UploadResponse = Awaited<ReturnType<ReturnType<typeof prover>['send']>>

/** Kills nodes while they receive files. The clients then send the file to another node, or give up. */
export class StorageUploads {
  readonly #tally: StorageTally
  readonly #site: StorageSite
  readonly #random: Random
  readonly #recordFile: (file: AttachedFile) => void
  #claimId = ''

  constructor(site: StorageSite, random: Random, tally: StorageTally, recordFile: (file: AttachedFile) => void) {
    this.#tally = tally
    this.#site = site
    this.#random = random
    this.#recordFile = recordFile
  }

  #prover(client: Client = this.#site.client) {
    return prover(client, () => this.#site.token)
  }

  async begin(files: number): Promise<void> {
    const { newClaim, attach } = this.#prover()
    this.#claimId = await newClaim()
    for (let i = 0; i < files; i++) {
      const proof = this.#proof(i < 2 ? multipartBytes : 1000 + i * 3000)
      const { claimId, artifactId } = await attach(this.#claimId, proof)
      this.#recordFile({ claimId, artifactId, bytes: proof.bytes })
    }
  }

  #proof(size: number): Proof {
    return { name: 'proof.bin', type: 'application/octet-stream', bytes: this.#random.bytes(size) }
  }

  async #announce(proof: Proof): Promise<AnnouncedFile> {
    const { body } = await this.#prover().announce(this.#claimId, proof)
    return { claimId: this.#claimId, proof, path: body.upload.path }
  }

  /**
   * Kills a node when it reaches a step for the first or the second time. Returns false if it did not reach the step
   * that often.
   */
  async killAt(step: UploadStep): Promise<boolean> {
    const isBegun = step === 'begun'
    const sizes = Array.from({ length: concurrentUploads }, (_, i) =>
      isBegun && i === 0 ? multipartBytes : this.#random.whole(1000, 200_000),
    )
    const announcements = await Promise.all(sizes.map(size => this.#announce(this.#proof(size))))
    const times = isBegun ? 1 : this.#random.whole(1, 2)
    const node = await this.#site.receiver({ step: `upload ${step}`, times, signal: 'SIGKILL' })
    await using client = createClient(node.url, checkResponse)
    const { send } = this.#prover(client)
    const responses = await Promise.all(
      announcements.map(({ path, proof }) => send(path, proof).catch(() => undefined)),
    )
    const hasExited = await Promise.race([node.exited.then(() => true), delay(5 * second, false)])
    node[Symbol.dispose]()
    node.kill('SIGKILL')
    await node.exited
    await Promise.all(announcements.map((announcement, i) => this.#recordOutcome(announcement, responses[i])))
    return hasExited
  }

  /**
   * Records the outcome of an upload. A client without a response either gives up (90 % of multipart uploads, 20 % of
   * the others) or retries at another node until it gets one.
   */
  async #recordOutcome({ claimId, proof, path }: AnnouncedFile, response: UploadResponse | undefined): Promise<void> {
    if (!response) {
      this.#tally.interrupted++
      if (this.#random.chance(proof.bytes.length >= multipartBytes ? 0.9 : 0.2)) return
    }
    const finalResponse = response ?? (await this.#sendUntilAnswered(path, proof))
    if (finalResponse.status === 201 || finalResponse.status === 200)
      this.#recordFile({ claimId, artifactId: finalResponse.body.attachment.artifactId, bytes: proof.bytes })
    else this.#tally.findings.push(`upload got ${finalResponse.status}: ${finalResponse.text.slice(0, 200)}`)
  }

  #sendUntilAnswered(path: string, proof: Proof): Promise<UploadResponse> {
    return until('an upload gets a response', async () => {
      const response = await this.#prover().send(path, proof)
      return response.status !== 503 && response
    })
  }
}
