import type { Actor } from '#api/access.ts'
import type { Call } from '#api/call.ts'
import { principalsOf, share, withCustodians } from '#api/four-eyes.ts'
import { rows, statement, text, texts } from '#db/statement.ts'
import type { EventKind, Policy } from './policy.ts'

/** Everybody who had a hand in a package since it was a draft with these contents. */
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
  rows<Involved & { self_decision: boolean }>,
)

/** Somebody whose role records events, and who is none of these. */
const findAnother = statement(
  'find_another_decider',
  { ids: texts },
  `select id from person
    where organization_id = :organization and role in ('admin', 'reviewer') and not disabled and id <> all (:ids) limit 1`,
  rows<{ id: string }>,
)

const looks: ReadonlySet<EventKind> = new Set(['reviewed', 'approved'])

/** Whether an event is a look at the package that its policy asks for: somebody else's than of who made it. */
export const isLook = (policy: Policy, kind: EventKind): boolean =>
  looks.has(kind) && (kind === 'reviewed' ? policy.requireReview : policy.requireApproval)

interface Barred {
  readonly ids: readonly string[]
  readonly why: string
}

/** Who does not look, and what they are told; the approval is not the reviewer's where the policy asks for both. */
const barredFrom = (policy: Policy, kind: EventKind, { makers, reviewers }: Involved): Barred[] => {
  if (!isLook(policy, kind)) return []
  const verb = kind === 'reviewed' ? 'review' : 'approve'
  const made = {
    ids: makers,
    why: `Whoever made the package or changed what is in it does not ${verb} it (four eyes).`,
  }
  if (kind === 'reviewed' || !policy.requireReview) return [made]
  return [made, { ids: reviewers, why: 'Whoever reviewed the package does not approve it (four eyes).' }]
}

/** Why an event is somebody else's to record, in a sentence, or undefined. */
export const whyNot = (policy: Policy, kind: EventKind, involved: Involved, actor: Actor): string | undefined =>
  barredFrom(policy, kind, involved).find(barred => share(principalsOf(actor), barred.ids))?.why

interface Left {
  /** Of the possible kinds, those that are not the reader's to record. */
  readonly othersOnly: EventKind[]
  /** Of the possible kinds, those for which nobody of the workspace is left. */
  readonly nobodys: EventKind[]
}

/** Which of the possible events are left to whom. */
export const leftTo = async (
  { read, actor }: Call,
  policy: Policy,
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
