import assert from 'node:assert/strict'
import { perform } from './attempt.ts'
import { assertWithin, endQuestion, Step } from './claims.ts'
import type { ActorName, Model } from './state.ts'
import type { World } from './world.ts'

export class Advance extends Step {
  readonly #minutes: number

  constructor(minutes: number) {
    super()
    this.#minutes = minutes
  }

  async run(_model: Model, world: World): Promise<void> {
    world.advance(this.#minutes * 60_000)
  }

  toString(): string {
    return `${this.#minutes} minutes pass`
  }
}

const expirableStatuses = new Set<unknown>(['submitted', 'accepted'])

/** Runs the scheduled jobs. The only effect that callers can see is that claims expire. */
export class RunJobs extends Step {
  async run(model: Model, world: World): Promise<void> {
    const { system, clock } = world.probata
    const startedAt = clock.now()
    const due = model.claims.filter(
      ({ record }) => expirableStatuses.has(record.status) && Date.parse(String(record.validUntil)) <= startedAt,
    )
    assert.equal(await system.runJob('expire-claims'), due.length)
    await system.runJob('expire-upload-intents')
    await system.runJob('sweep-staged-blobs')
    const span = { from: startedAt, to: clock.now() }
    for (const claim of due) {
      const { body } = await world.send('scanner', 'GET', `${world.actors.scanner.root}/claims/${claim.id}`)
      assertWithin(body.updatedAt, span)
      assert.deepEqual(body, { ...claim.record, status: 'expired', updatedAt: body.updatedAt })
      claim.record = body
      endQuestion(claim)
    }
    model.countEvents('evidence.claim.expired', due.length)
  }

  toString(): string {
    return 'the jobs run'
  }
}

/** Sends an earlier call again, as the same actor or as another actor on the same surface. */
export class Repeat extends Step {
  readonly #call: number
  readonly #by: ActorName | undefined

  constructor(call: number, by: ActorName | undefined) {
    super()
    this.#call = call
    this.#by = by
  }

  async run(model: Model, world: World): Promise<void> {
    const { calls } = model
    const call = calls[calls.length - 1 - (this.#call % Math.max(calls.length, 1))]
    if (!call) return
    const by = call.others.find(name => name === this.#by) ?? call.by
    await perform(model, world, { ...call, by })
  }

  toString(): string {
    return `repeat the call before the last ${this.#call}${this.#by ? ` as ${this.#by}` : ''}`
  }
}
