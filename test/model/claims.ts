import assert from 'node:assert/strict'
import { day, hour, iso } from '#lib/clock.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { perform } from './attempt.ts'
import type {
  ActorName,
  Attempt,
  ClaimState,
  Fields,
  Model,
  Prediction,
  QuestionState,
  RequirementName,
  Span,
} from './state.ts'
import type { World } from './world.ts'

/** One command of a random walk. Counterexamples show its text. */
export abstract class Step {
  check(): boolean {
    return true
  }
  abstract run(model: Model, world: World): Promise<void>
  abstract toString(): string
}

export const unknownClaim = 'gec_00000000000000000000000000'

/** Returns the claim that the number of a step selects. Undefined for 0, or if no claim exists. */
export const claimAt = ({ claims }: Model, n: number): ClaimState | undefined =>
  n === 0 ? undefined : claims[n % Math.max(claims.length, 1)]

/** Sends a mutation, and records it for repeats. */
export const attempt = async (model: Model, world: World, call: Attempt): Promise<void> => {
  model.calls.push(call)
  await perform(model, world, call)
}

export const assertWithin = (text: unknown, { from, to }: Span): void => {
  const time = Date.parse(String(text))
  assert.ok(time >= from && time <= to, `${text} is not between ${iso(from)} and ${iso(to)}`)
}

const requirementRefusal: Readonly<Record<string, Prediction>> = {
  draft: { status: 422, error: 'unprocessable' },
  retired: { status: 422, error: 'unprocessable' },
  unknown: { status: 404, error: 'not_found' },
}

export type Creator = Extract<ActorName, 'scanner' | 'second' | 'contributor' | 'admin'>
export type Reviewer = Extract<ActorName, 'reviewer' | 'deputy' | 'admin'>

/** The actors who have the same rights on the same surface. */
export const peers: Readonly<Record<Creator, readonly Creator[]>> = {
  scanner: ['second'],
  second: ['scanner'],
  contributor: ['admin'],
  admin: ['contributor'],
}

interface ClaimInput {
  readonly by: Creator
  readonly key: string | undefined
  readonly claimKey: string
  readonly title: string
  readonly requirement: RequirementName | 'none'
  /** `short` ends two hours after the walk starts. `reversed` ends before it begins. */
  readonly validity: 'default' | 'short' | 'reversed'
}

const validityStart = Date.parse('2020-01-01T00:00:00.000Z')

const validities = {
  default: {},
  short: { validFrom: iso(validityStart), validUntil: iso(validityStart + 2 * hour) },
  reversed: { validFrom: iso(validityStart), validUntil: iso(validityStart) },
}

const validityDays = { active: 30, none: 365 }

export class CreateClaim extends Step {
  readonly #input: ClaimInput

  constructor(input: ClaimInput) {
    super()
    this.#input = input
  }

  async run(model: Model, world: World): Promise<void> {
    const { by, key, claimKey, title, requirement, validity } = this.#input
    const path = `${world.actors[by].root}/claims`
    const evidenceRequirementId = requirement === 'none' ? null : world.requirements[requirement]
    const input = claimInput(claimKey, { title, ...validities[validity] })
    const body = { ...input, ...(evidenceRequirementId && { evidenceRequirementId }) }
    const predict = (_now: number, creator: ActorName): Prediction => {
      const refusal = requirementRefusal[requirement]
      if (refusal) return refusal
      if (validity === 'reversed') return { status: 400, error: 'invalid_request' }
      if (model.claims.some(({ record }) => record.claimKey === claimKey)) return { status: 409, error: 'conflict' }
      const sentBody = { ...body, evidenceRequirementId }
      return { status: 201, effect: (record, span) => this.#recordClaim(model, creator, sentBody, record, span) }
    }
    const fingerprint = `${path} ${canonicalDigest(body)}`
    await attempt(model, world, { by, others: peers[by], key, path, body, fingerprint, predict })
  }

  #recordClaim(model: Model, createdBy: ActorName, sentBody: Fields, record: Fields, span: Span): void {
    const { requirement } = this.#input
    assertWithin(record.createdAt, span)
    const { reason: _, sourceSnapshot, claimSnapshot, ...givenFields } = sentBody
    const { createdAt } = record
    const days = validityDays[requirement === 'none' ? 'none' : 'active']
    const until = iso(Date.parse(String(createdAt)) + days * day)
    const defaults = { subjectVersionId: null, sourceVersionId: null, validFrom: createdAt, validUntil: until }
    const newFields = { id: record.id, status: 'submitted', createdAt, updatedAt: createdAt }
    assert.deepEqual(record, { ...defaults, ...givenFields, ...newFields })
    const snapshots = { sourceSnapshot: Object(sourceSnapshot), claimSnapshot: Object(claimSnapshot) }
    const needed = requirement === 'several' ? 2 : 1
    const rounds = { needed, approvers: [], questions: [] }
    model.claims.push({
      ...{ id: String(record.id), makers: new Set([createdBy]), ...snapshots, attachments: [], ...rounds, record },
    })
    model.countEvents('evidence.claim.created')
  }

  toString(): string {
    const { by, key, claimKey, title, requirement, validity } = this.#input
    return `create claim ${claimKey} '${title}' by ${by} key ${key} requirement ${requirement} validity ${validity}`
  }
}

const digestOf = ({ record, sourceSnapshot, claimSnapshot, attachments, questions }: ClaimState): string => {
  const answers = questions
    .filter(({ status }) => status === 'answered')
    .map(({ id, question, answer, files }) => ({ id, question, answer, files }))
  const claim = { claim: record, sourceSnapshot, claimSnapshot, attachments }
  return canonicalDigest(answers.length > 0 ? { ...claim, answers } : claim)
}

/** Returns the number of approvals that count, and for whom a claim waits. */
const roundsOf = ({ record, needed, approvers, makers, questions }: ClaimState) => {
  const given = approvers.filter(name => !makers.has(name)).length
  const isOpen = questions.some(({ status }) => status === 'open')
  // No person is responsible for the provisioned service accounts, so the administrators answer for them.
  const [creator] = makers
  const submitter = creator === 'scanner' || creator === 'second' ? 'administrators' : 'submitter'
  const waitingFor = record.status !== 'submitted' ? null : isOpen ? submitter : 'reviewer'
  return { waitingFor, given, needed: Math.max(needed, given + 1) }
}

/** A reviewer opens a claim. Checks the whole response, and records its digest for a later review. */
export class OpenClaim extends Step {
  readonly #claim: number

  constructor(claim: number) {
    super()
    this.#claim = claim
  }

  async run(model: Model, world: World): Promise<void> {
    const claim = claimAt(model, this.#claim)
    const { status, body } = await world.send('reviewer', 'GET', `/api/workspace/claims/${claim?.id ?? unknownClaim}`)
    if (!claim) return assert.equal(status, 404)
    const { reviewedDigest, attachments, sourceSnapshot, claimSnapshot, actions, waitingFor, questions } = body
    const shown = questions.map(({ id, question, status, answer, files }: QuestionState) => {
      return { id, question, status, answer, files }
    })
    const { given, needed } = body.approvals
    const expected = roundsOf(claim)
    assert.equal(waitingFor, expected.waitingFor)
    if (waitingFor) assert.deepEqual([given, needed], [expected.given, expected.needed])
    assert.deepEqual(
      shown,
      claim.questions.map(({ id, question, status: state, answer, files }) => {
        return { id, question, status: state, answer, files }
      }),
    )
    assert.deepEqual(
      { attachments, sourceSnapshot, claimSnapshot, reviewedDigest, actions, ...pickFields(body, claim.record) },
      {
        attachments: claim.attachments,
        sourceSnapshot: claim.sourceSnapshot,
        claimSnapshot: claim.claimSnapshot,
        reviewedDigest: digestOf(claim),
        actions: claim.record.status === 'submitted' ? ['approve', 'reject'] : [],
        ...claim.record,
      },
    )
    claim.seenDigest = reviewedDigest
  }

  toString(): string {
    return `look at claim ${this.#claim}`
  }
}

/** Ends the open question of a claim that is decided or expires. */
export const endQuestion = ({ questions }: ClaimState): void => {
  for (const question of questions) if (question.status === 'open') question.status = 'ended'
}

const pickFields = (from: Fields, like: Fields): Fields =>
  Object.fromEntries(Object.keys(like).map(name => [name, from[name]]))

export const reviewers: readonly Reviewer[] = ['reviewer', 'deputy', 'admin']

const outcomes = {
  approve: { status: 'accepted', event: 'evidence.claim.approved' },
  reject: { status: 'rejected', event: 'evidence.claim.rejected' },
}

interface ReviewInput {
  readonly by: Reviewer
  readonly key: string | undefined
  readonly claim: number
  readonly decision: keyof typeof outcomes
  /** `seen` is the digest that the reviewer saw last, which may be out of date. */
  readonly digest: 'right' | 'seen' | 'wrong'
}

export class Review extends Step {
  readonly #input: ReviewInput

  constructor(input: ReviewInput) {
    super()
    this.#input = input
  }

  async run(model: Model, world: World): Promise<void> {
    const { by, key, decision, digest } = this.#input
    const claim = claimAt(model, this.#input.claim)
    const path = `/api/workspace/claims/${claim?.id ?? unknownClaim}/${decision}`
    const wrongDigest = 'f'.repeat(64)
    const digests = { right: claim && digestOf(claim), seen: claim?.seenDigest, wrong: wrongDigest }
    const reviewedDigest = digests[digest] ?? wrongDigest
    const body = { reviewedDigest, reason: `decided by ${by} in the model` }
    const predict = (_now: number, reviewer: ActorName): Prediction => {
      if (!claim) return { status: 404, error: 'not_found' }
      if (claim.makers.has(reviewer)) return { status: 403, error: 'forbidden_resource' }
      const hasApproved = claim.record.status === 'submitted' && claim.approvers.includes(reviewer)
      if (hasApproved && decision === 'approve') return { status: 403, error: 'forbidden_resource' }
      if (claim.record.status !== 'submitted') return { status: 422, error: 'unprocessable' }
      if (reviewedDigest !== digestOf(claim)) return { status: 422, error: 'unprocessable' }
      const approvers = claim.approvers.filter(name => !claim.makers.has(name))
      if (decision === 'approve' && approvers.length + 1 < claim.needed)
        return {
          status: 200,
          effect(record) {
            claim.approvers = [...approvers, reviewer]
            const approvals = { given: claim.approvers.length, needed: claim.needed }
            assert.deepEqual(record, { ...claim.record, approvals })
          },
        }
      return { status: 200, effect: (record, span) => this.#recordDecision(model, claim, record, span) }
    }
    const fingerprint = `${path} ${canonicalDigest(body)}`
    const otherReviewers = reviewers.filter(name => name !== by)
    await attempt(model, world, { by, others: otherReviewers, key, path, body, fingerprint, predict })
  }

  #recordDecision(model: Model, claim: ClaimState, record: Fields, span: Span): void {
    const { status, event } = outcomes[this.#input.decision]
    assertWithin(record.updatedAt, span)
    assert.deepEqual(record, { ...claim.record, status, updatedAt: record.updatedAt })
    claim.record = record
    endQuestion(claim)
    model.countEvents(event)
  }

  toString(): string {
    const { by, key, claim, decision, digest } = this.#input
    return `${decision} claim ${claim} by ${by} key ${key} with the ${digest} digest`
  }
}
