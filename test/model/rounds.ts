import assert from 'node:assert/strict'
import { canonicalDigest } from '#lib/hash.ts'
import { assertWithin, attempt, claimAt, type Reviewer, reviewers, Step, unknownClaim } from './claims.ts'
import type { ActorName, ClaimState, Fields, Model, Prediction, QuestionState } from './state.ts'
import type { World } from './world.ts'

const refusal = { status: 422, error: 'unprocessable' }
const forbidden = { status: 403, error: 'forbidden_resource' }

const openQuestionOf = ({ questions }: ClaimState): QuestionState | undefined =>
  questions.find(({ status }) => status === 'open')

/** The part in which the steps about a claim's question differ. */
interface RoundCall<By extends ActorName> {
  readonly by: By
  readonly others: readonly By[]
  readonly key: string | undefined
  readonly verb: 'ask' | 'answer' | 'withdraw-question'
  readonly fields: Fields
  predict(claim: ClaimState, by: ActorName): Prediction
}

const send = async <By extends ActorName>(
  model: Model,
  world: World,
  n: number,
  call: RoundCall<By>,
): Promise<void> => {
  const { by, others, key, verb, fields } = call
  const claim = claimAt(model, n)
  const path = `/api/workspace/claims/${claim?.id ?? unknownClaim}/${verb}`
  const body = { ...fields, reason: `${verb} in the model` }
  const predict = (_now: number, actor: ActorName): Prediction =>
    claim ? call.predict(claim, actor) : { status: 404, error: 'not_found' }
  await attempt(model, world, { by, others, key, path, body, fingerprint: `${path} ${canonicalDigest(body)}`, predict })
}

/** Returns an effect that checks that the call returned the claim unchanged, and then runs `effect`. */
const unchanged =
  (claim: ClaimState, effect: () => void | Promise<void>): NonNullable<Prediction['effect']> =>
  async record => {
    assert.deepEqual(record, claim.record)
    await effect()
  }

interface AskInput {
  readonly by: Reviewer
  readonly key: string | undefined
  readonly claim: number
  readonly question: string
}

export class Ask extends Step {
  readonly #input: AskInput

  constructor(input: AskInput) {
    super()
    this.#input = input
  }

  async run(model: Model, world: World): Promise<void> {
    const { by, key, claim: n, question } = this.#input
    await send(model, world, n, {
      ...{ by, others: reviewers.filter(name => name !== by), key, verb: 'ask' },
      fields: { question },
      predict: (claim, actor) => {
        if (claim.makers.has(actor)) return forbidden
        if (claim.record.status !== 'submitted' || openQuestionOf(claim) || claim.questions.length === 20)
          return refusal
        return { status: 200, effect: unchanged(claim, () => this.#record(model, world, claim, actor)) }
      },
    })
  }

  async #record(model: Model, world: World, claim: ClaimState, by: ActorName): Promise<void> {
    const { question } = this.#input
    const { body } = await world.send('reviewer', 'GET', `/api/workspace/claims/${claim.id}`)
    const { id, askedAt } = body.questions.at(-1)
    assertWithin(askedAt, { from: 0, to: world.probata.clock.now() })
    const unanswered = { status: 'open' as const, answer: null, files: 0 }
    claim.questions.push({ id, by, question, attachments: claim.attachments.length, ...unanswered })
    model.countEvents('evidence.claim.information_requested')
  }

  toString(): string {
    const { by, key, claim, question } = this.#input
    return `ask '${question}' about claim ${claim} by ${by} key ${key}`
  }
}

interface AnswerInput {
  readonly by: 'contributor' | 'admin' | 'reviewer'
  readonly key: string | undefined
  readonly claim: number
  readonly answer: string | undefined
}

export class Answer extends Step {
  readonly #input: AnswerInput

  constructor(input: AnswerInput) {
    super()
    this.#input = input
  }

  async run(model: Model, world: World): Promise<void> {
    const { by, key, claim: n, answer } = this.#input
    await send(model, world, n, {
      ...{ by, others: (['contributor', 'admin'] as const).filter(name => name !== by), key, verb: 'answer' },
      fields: answer === undefined ? {} : { answer },
      predict(claim, actor) {
        const open = openQuestionOf(claim)
        if (!open) return refusal
        if (actor === open.by || actor === 'reviewer') return forbidden
        const files = claim.attachments.length - open.attachments
        if (answer === undefined && files === 0) return refusal
        const effect = unchanged(claim, () => {
          Object.assign(open, { status: 'answered', answer: answer ?? null, files })
          claim.makers.add(actor)
          claim.approvers = []
        })
        return { status: 200, effect }
      },
    })
  }

  toString(): string {
    const { by, key, claim, answer } = this.#input
    return `answer '${answer}' about claim ${claim} by ${by} key ${key}`
  }
}

interface WithdrawInput {
  readonly by: Reviewer
  readonly key: string | undefined
  readonly claim: number
}

export class Withdraw extends Step {
  readonly #input: WithdrawInput

  constructor(input: WithdrawInput) {
    super()
    this.#input = input
  }

  async run(model: Model, world: World): Promise<void> {
    const { by, key, claim: n } = this.#input
    await send(model, world, n, {
      ...{ by, others: reviewers.filter(name => name !== by), key, verb: 'withdraw-question', fields: {} },
      predict(claim, actor) {
        const open = openQuestionOf(claim)
        if (!open) return refusal
        if (actor !== open.by && actor !== 'admin') return forbidden
        const effect = unchanged(claim, () => {
          open.status = 'withdrawn'
        })
        return { status: 200, effect }
      },
    })
  }

  toString(): string {
    const { by, key, claim } = this.#input
    return `withdraw the question about claim ${claim} by ${by} key ${key}`
  }
}
