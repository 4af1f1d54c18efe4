import { setTimeout as delay } from 'node:timers/promises'
import { second } from '#lib/clock.ts'
import type { UploadStep } from '#lib/storage-steps.ts'
import { type Client, createClient } from '#test/client.ts'
import { checkAnswer } from '#test/contract/responses.ts'
import { type Proof, prover } from '#test/proof.ts'
import { until } from '#test/until.ts'
import type { Random } from './random.ts'
import type { Kept, StorageTally } from './storage-outcome.ts'
import type { StorageSite } from './storage-site.ts'

/** Slightly more than one part. */
const inParts = 9 * 1024 * 1024
const atOnce = 3

interface Announced {
  readonly claimId: string
  readonly proof: Proof
  readonly path: string
}

type Sent = Awaited<ReturnType<ReturnType<typeof prover>['send']>>

/** Nodes that are killed while they receive files, and clients that then switch to another node or give up. */
export class StorageUploads {
  readonly #tally: StorageTally
  readonly #site: StorageSite
  readonly #random: Random
  readonly #keep: (file: Kept) => void
  #claimId = ''

  constructor(site: StorageSite, random: Random, tally: StorageTally, keep: (file: Kept) => void) {
    this.#tally = tally
    this.#site = site
    this.#random = random
    this.#keep = keep
  }

  #people(client: Client = this.#site.client) {
    return prover(client, () => this.#site.token)
  }

  async begin(files: number): Promise<void> {
    const { newClaim, attach } = this.#people()
    this.#claimId = await newClaim()
    for (let i = 0; i < files; i++) {
      const proof = this.#proof(i < 2 ? inParts : 1000 + i * 3000)
      const { claimId, artifactId } = await attach(this.#claimId, proof)
      this.#keep({ claimId, artifactId, bytes: proof.bytes })
    }
  }

  #proof(size: number): Proof {
    return { name: 'proof.bin', type: 'application/octet-stream', bytes: this.#random.bytes(size) }
  }

  async #announce(proof: Proof): Promise<Announced> {
    const { body } = await this.#people().announce(this.#claimId, proof)
    return { claimId: this.#claimId, proof, path: body.upload.path }
  }

  /** Kills a node at a step of its first or second file. Returns false if the step was not reached often enough. */
  async killAt(step: UploadStep): Promise<boolean> {
    const isBegun = step === 'begun'
    const sizes = Array.from({ length: atOnce }, (_, i) =>
      isBegun && i === 0 ? inParts : this.#random.whole(1000, 200_000),
    )
    const announced = await Promise.all(sizes.map(size => this.#announce(this.#proof(size))))
    const times = isBegun ? 1 : this.#random.whole(1, 2)
    const node = await this.#site.receiver({ step: `upload ${step}`, times, signal: 'SIGKILL' })
    await using client = createClient(node.url, checkAnswer)
    const { send } = this.#people(client)
    const answers = await Promise.all(announced.map(({ path, proof }) => send(path, proof).catch(() => undefined)))
    const isOver = await Promise.race([node.exited.then(() => true), delay(5 * second, false)])
    node[Symbol.dispose]()
    node.kill('SIGKILL')
    await node.exited
    await Promise.all(announced.map((one, i) => this.#settle(one, answers[i])))
    return isOver
  }

  /** A response counts. Without one, most clients retry at the other node until it responds. */
  async #settle({ claimId, proof, path }: Announced, answer: Sent | undefined): Promise<void> {
    if (!answer) {
      this.#tally.interrupted++
      if (this.#random.chance(proof.bytes.length >= inParts ? 0.9 : 0.2)) return
    }
    const settled = answer ?? (await this.#insist(path, proof))
    if (settled.status === 201 || settled.status === 200)
      this.#keep({ claimId, artifactId: settled.body.attachment.artifactId, bytes: proof.bytes })
    else this.#tally.findings.push(`upload got ${settled.status}: ${settled.text.slice(0, 200)}`)
  }

  #insist(path: string, proof: Proof): Promise<Sent> {
    return until('an upload gets a response', async () => {
      const answer = await this.#people().send(path, proof)
      return answer.status !== 503 && answer
    })
  }
}
