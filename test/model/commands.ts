import fc, { type Arbitrary } from 'fast-check'
import { CreateIntent, files, mistakes, Upload } from './attachments.ts'
import { CreateClaim, OpenClaim, Review, type Step } from './claims.ts'
import { GetClaim, ListAttachments, ListClaims, OpenAttachment } from './reads.ts'
import { Answer, Ask, Withdraw } from './rounds.ts'
import { Advance, Repeat, RunJobs } from './time.ts'

// Each kind has only a few values, so that walks use the same ones again.
const creator = fc.constantFrom('scanner', 'second', 'contributor', 'admin')
const reviewer = fc.constantFrom('reviewer', 'deputy', 'admin')
const key = fc.option(fc.constantFrom('key-one-1', 'key-two-2', 'key-three-3'), { nil: undefined, freq: 3 })
const claim = fc.nat(6)
const smallNumber = fc.integer({ min: 1, max: 3 })

const usually = <T, U>(value: T, other: Arbitrary<U>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other })

const createClaim = fc
  .record({
    by: creator,
    key,
    claimKey: fc.constantFrom('c-1', 'c-2', 'c-3', 'c-4', 'c-5', 'c-6'),
    title: usually('a title', fc.constant('another title')),
    requirement: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('none' as const, 'active' as const, 'several' as const) },
      { weight: 1, arbitrary: fc.constantFrom('draft' as const, 'retired' as const, 'unknown' as const) },
    ),
    validity: usually('default' as const, fc.constantFrom('short' as const, 'reversed' as const)),
  })
  .map(input => new CreateClaim(input))

const createIntent = fc
  .record({
    by: creator,
    key,
    claim,
    file: fc.constantFrom(...(Object.keys(files) as (keyof typeof files)[])),
    tooLarge: usually(false, fc.constant(true)),
  })
  .map(input => new CreateIntent(input))

const upload = fc
  .record({ by: creator, key, intent: fc.nat(4), mistake: usually('none' as const, fc.constantFrom(...mistakes)) })
  .map(input => new Upload(input))

const review = fc
  .record({
    by: reviewer,
    key,
    claim,
    decision: fc.constantFrom('approve' as const, 'reject' as const),
    digest: usually('right' as const, fc.constantFrom('seen' as const, 'wrong' as const)),
  })
  .map(input => new Review(input))

const ask = fc
  .record({ by: reviewer, key, claim, question: fc.constantFrom('Which volumes?', 'Whose log?') })
  .map(input => new Ask(input))

const answer = fc
  .record({
    by: fc.constantFrom('contributor' as const, 'admin' as const, 'reviewer' as const),
    key,
    claim,
    answer: usually('All of them.', fc.constant(undefined)),
  })
  .map(input => new Answer(input))

const withdraw = fc.record({ by: reviewer, key, claim }).map(input => new Withdraw(input))

const anyActor = fc.constantFrom('scanner', 'second', 'contributor', 'admin', 'reviewer', 'deputy')

const listClaims = fc
  .record({
    by: anyActor,
    requirement: fc.option(
      fc.constantFrom('active' as const, 'several' as const, 'draft' as const, 'unknown' as const),
      {
        nil: undefined,
      },
    ),
    status: fc.option(fc.constantFrom('submitted', 'accepted', 'rejected', 'expired'), { nil: undefined }),
    limit: smallNumber,
  })
  .map(query => new ListClaims(query))

/**
 * 61 minutes exceed the lifetime of an upload intent, 25 hours that of an idempotency key, and 31 days the validity of
 * the requirement's claims.
 */
const advance = fc.constantFrom(1, 61, 25 * 60, 31 * 24 * 60).map(minutes => new Advance(minutes))

const repeat = fc
  .tuple(
    fc.nat(5),
    fc.option(fc.constantFrom('scanner', 'second', 'contributor', 'admin', 'deputy'), { nil: undefined }),
  )
  .map(([call, by]) => new Repeat(call, by))

const weightedSteps: readonly (readonly [weight: number, step: Arbitrary<Step>])[] = [
  [6, createClaim],
  [5, createIntent],
  [7, upload],
  [6, review],
  [4, ask],
  [4, answer],
  [1, withdraw],
  [5, repeat],
  [2, advance],
  [2, fc.constant(new RunJobs())],
  [2, claim.map(n => new OpenClaim(n))],
  [2, listClaims],
  [1, claim.map(n => new GetClaim(n))],
  [1, fc.tuple(fc.nat(4), anyActor).map(([n, by]) => new OpenAttachment(n, by))],
  [1, fc.tuple(claim, smallNumber).map(([n, limit]) => new ListAttachments(n, limit))],
]

/**
 * The arbitraries for one step of a walk. fast-check chooses evenly among the arbitraries of `fc.commands`, so each is
 * repeated according to its weight.
 */
export const steps: Arbitrary<Step>[] = weightedSteps.flatMap(([weight, step]) =>
  Array.from({ length: weight }, () => step),
)
