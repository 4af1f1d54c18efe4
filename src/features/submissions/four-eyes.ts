import type { Actor } from '#api/access.ts'
import type { Call } from '#api/call.ts'
import { isNoHandOf, principalsOf, share, withCustodians } from '#api/four-eyes.ts'
import { rows, statement, text, texts } from '#db/statement.ts'
import type { EventKind, Policy } from './policy.ts'

/** Everybody involved in a package since it was a draft with these contents. */
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

/** A person whose role records events, and who is none of these. */
const findAnother = statement(
  'find_another_decider',
  { ids: texts },
  `select id from person
    where organization_id = :organization and role in ('admin', 'reviewer') and not disabled and ${isNoHandOf('id', ':ids')} limit 1`,
  rows<{ id: string }>,
)

const looks: ReadonlySet<EventKind> = new Set(['reviewed', 'approved'])

/** Whether an event is a review or approval that the policy requires, by somebody other than the makers. */
export const isLook = (policy: Policy, kind: EventKind): boolean =>
  looks.has(kind) && (kind === 'reviewed' ? policy.requireReview : policy.requireApproval)

interface Barred {
  readonly ids: readonly string[]
  readonly why: string
}

/** Who may not review or approve, and why; where the policy requires both, the reviewer does not approve. */
const barredFrom = (policy: Policy, kind: EventKind, { makers, reviewers }: Involved): Barred[] => {
  if (!isLook(policy, kind)) return []
  const verb = kind === 'reviewed' ? 'review' : 'approve'
  const made = {
    ids: makers,
    why: `Whoever made the package or changed anything of it does not ${verb} it (four eyes).`,
  }
  if (kind === 'reviewed' || !policy.requireReview) return [made]
  return [made, { ids: reviewers, why: 'Whoever reviewed the package does not approve it (four eyes).' }]
}

/** A sentence that says why somebody else has to record an event, or undefined. */
export const whyNot = (policy: Policy, kind: EventKind, involved: Involved, actor: Actor): string | undefined =>
  barredFrom(policy, kind, involved).find(barred => share(principalsOf(actor), barred.ids))?.why

interface Left {
  /** The possible kinds that the reader may not record. */
  readonly othersOnly: EventKind[]
  /** The possible kinds that nobody in the workspace may record. */
  readonly nobodys: EventKind[]
}

/** Who may record which of the possible events. */
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
