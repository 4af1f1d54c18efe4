import { statement, text, texts } from '#db/statement.ts'
import type { Actor } from '#http/access.ts'
import type { Call } from '#http/call.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { couldNotActAsSql, overlap, principalsOf, withCustodians } from '#shared/four-eyes.ts'
import type { EventKind, ReceiptPolicy } from './policy.ts'

/** The contributors to a package, and the reviewers of its current contents. */
export interface Involvement {
  makers: string[]
  reviewers: string[]
}

export const findPackageInvolved = statement(
  'find_submission_package_contributors',
  { id: text },
  `select ${withCustodians('p.makers')} as makers, ${withCustodians('p.reviewers')} as reviewers, o.self_decision
     from submission_package p join organization o on o.id = p.organization_id
    where p.organization_id = :organization and p.id = :id`,
)

/** Finds an active person, other than `ids` and their hands, whose role may record events. */
const findOtherDecider = statement(
  'find_another_decider',
  { ids: texts },
  `select id from person
    where organization_id = :organization and role in ('admin', 'reviewer') and not disabled and ${couldNotActAsSql('id', ':ids')} limit 1`,
)

const fourEyesKinds: ReadonlySet<EventKind> = new Set(['reviewed', 'approved'])

/**
 * Whether an event is a review or approval that the policy requires from a person who did not create or change the
 * package.
 */
export const needsFourEyes = (policy: ReceiptPolicy, kind: EventKind): boolean =>
  fourEyesKinds.has(kind) && (kind === 'reviewed' ? policy.requireReview : policy.requireApproval)

interface Exclusion {
  readonly ids: readonly string[]
  readonly reason: Sentence
}

/**
 * Returns the people who may not review or approve, with the reasons. If the policy requires both, a reviewer may not
 * approve.
 */
const findExclusions = (policy: ReceiptPolicy, kind: EventKind, { makers, reviewers }: Involvement): Exclusion[] => {
  if (!needsFourEyes(policy, kind)) return []
  const verb = kind === 'reviewed' ? 'review' : 'approve'
  const contributorExclusion = {
    ids: makers,
    reason: sentence`package.own: Another person must ${{ verb }} the package: people who made or changed it cannot (four eyes).`,
  }
  if (kind === 'reviewed' || !policy.requireReview) return [contributorExclusion]
  return [
    contributorExclusion,
    {
      ids: reviewers,
      reason: sentence`package.own_review: Another person must approve the package: people who reviewed it cannot (four eyes).`,
    },
  ]
}

/** Returns the reason why another person must record an event; undefined if the caller may record it. */
export const findExclusionReason = (
  policy: ReceiptPolicy,
  kind: EventKind,
  involvement: Involvement,
  actor: Actor,
): Sentence | undefined =>
  findExclusions(policy, kind, involvement).find(exclusion => overlap(principalsOf(actor), exclusion.ids))?.reason

interface EventRestrictions {
  /** The kinds that the caller may not record. */
  readonly othersOnly: EventKind[]
  /** The kinds that no one in the workspace may record. */
  readonly nobodys: EventKind[]
}

/** Finds which of these event kinds the caller may not record, and which no one may record. */
export const findEventRestrictions = async (
  { read, actor }: Call,
  policy: ReceiptPolicy,
  kinds: readonly EventKind[],
  involvement: Involvement,
): Promise<EventRestrictions> => {
  const restrictedKinds = kinds.filter(kind => needsFourEyes(policy, kind))
  const others = await Promise.all(
    restrictedKinds.map(kind =>
      read(findOtherDecider, { ids: findExclusions(policy, kind, involvement).flatMap(exclusion => exclusion.ids) }),
    ),
  )
  return {
    othersOnly: restrictedKinds.filter(kind => findExclusionReason(policy, kind, involvement, actor)),
    nobodys: restrictedKinds.filter((_, i) => others[i]?.length === 0),
  }
}
