import { statement, text, texts } from '#db/statement.ts'
import type { Actor } from '#http/access.ts'
import type { Call } from '#http/call.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { isNoHandOf, principalsOf, share, withCustodians } from '#shared/four-eyes.ts'
import type { EventKind, ReceiptPolicy } from './policy.ts'

/** The people who worked on a package since it was a draft with these contents. */
export interface Involved {
  makers: string[]
  reviewers: string[]
}

export const findPackageInvolved = statement(
  'find_submission_package_hands',
  { id: text },
  `select ${withCustodians('p.makers')} as makers, ${withCustodians('p.reviewers')} as reviewers, o.self_decision
     from submission_package p join organization o on o.id = p.organization_id
    where p.organization_id = :organization and p.id = :id`,
)

/** Finds a person other than these people whose role may record events. */
const findAnother = statement(
  'find_another_decider',
  { ids: texts },
  `select id from person
    where organization_id = :organization and role in ('admin', 'reviewer') and not disabled and ${isNoHandOf('id', ':ids')} limit 1`,
)

const looks: ReadonlySet<EventKind> = new Set(['reviewed', 'approved'])

/**
 * Whether an event is a review or approval that the policy requires from a person who did not create or change the
 * package.
 */
export const isLook = (policy: ReceiptPolicy, kind: EventKind): boolean =>
  looks.has(kind) && (kind === 'reviewed' ? policy.requireReview : policy.requireApproval)

interface Barred {
  readonly ids: readonly string[]
  readonly why: Sentence
}

/** Returns who may not review or approve, and why. If the policy requires both, a reviewer may not approve. */
const barredFrom = (policy: ReceiptPolicy, kind: EventKind, { makers, reviewers }: Involved): Barred[] => {
  if (!isLook(policy, kind)) return []
  const verb = kind === 'reviewed' ? 'review' : 'approve'
  const made = {
    ids: makers,
    why: sentence`package.own: Another person must ${{ verb }} the package: people who made or changed it cannot (four eyes).`,
  }
  if (kind === 'reviewed' || !policy.requireReview) return [made]
  return [
    made,
    {
      ids: reviewers,
      why: sentence`package.own_review: Another person must approve the package: people who reviewed it cannot (four eyes).`,
    },
  ]
}

/** Returns why another person must record an event, as a sentence, or undefined if the caller may. */
export const whyNot = (
  policy: ReceiptPolicy,
  kind: EventKind,
  involved: Involved,
  actor: Actor,
): Sentence | undefined =>
  barredFrom(policy, kind, involved).find(barred => share(principalsOf(actor), barred.ids))?.why

interface Left {
  /** The possible kinds that the caller may not record. */
  readonly othersOnly: EventKind[]
  /** The possible kinds that no one in the workspace may record. */
  readonly nobodys: EventKind[]
}

/** Finds the possible events that the caller, or everyone, may not record. */
export const eventsByActor = async (
  { read, actor }: Call,
  policy: ReceiptPolicy,
  kinds: readonly EventKind[],
  involved: Involved,
): Promise<Left> => {
  const looked = kinds.filter(kind => isLook(policy, kind))
  const others = await Promise.all(
    looked.map(kind => read(findAnother, { ids: barredFrom(policy, kind, involved).flatMap(one => one.ids) })),
  )
  return {
    othersOnly: looked.filter(kind => whyNot(policy, kind, involved, actor)),
    nobodys: looked.filter((_, i) => others[i]?.length === 0),
  }
}
