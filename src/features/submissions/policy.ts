/** Package statuses and event kinds (interface sections 2.7 and 3.3, open points "Submissions"). */
export const packageStatuses = Object.freeze([
  'draft',
  'reviewed',
  'approved',
  'submitted',
  'acknowledged',
  'accepted',
  'rejected',
  'withdrawn',
  'closed',
] as const)
export type PackageStatus = (typeof packageStatuses)[number]

export const eventKinds = Object.freeze([
  'created',
  'reviewed',
  'approved',
  'submitted',
  'receipt_received',
  'rejected',
  'withdrawn',
  'resubmitted',
  'closed',
] as const)
export type EventKind = (typeof eventKinds)[number]

/** Flags of a requirement; `receiptsRequired` is 1 to 4. */
export interface Policy {
  readonly receiptsRequired: number
  /** No way from draft past the review. */
  readonly requireReview: boolean
  /** No way to the recipient past the approval. */
  readonly requireApproval: boolean
  /** Closed only once it is known what became of it. */
  readonly requireOutcomeBeforeClose: boolean
}

export const defaultPolicy: Policy = Object.freeze({
  receiptsRequired: 1,
  requireReview: false,
  requireApproval: false,
  requireOutcomeBeforeClose: false,
})

/** The status that follows; `=` records the event and changes nothing; `receipt` counts towards acceptance. */
type Effect = PackageStatus | '=' | 'receipt'

const toRecipient = { withdrawn: 'withdrawn', resubmitted: 'submitted', closed: 'closed' } as const

/**
 * What an event does in a status; what is not in the table is refused. A rejected or withdrawn package still records
 * what the recipient says about it: portals report late and out of order, and a caller must not repeat a 422.
 */
const effects: Readonly<Record<PackageStatus, Readonly<Partial<Record<EventKind, Effect>>>>> = {
  draft: {
    reviewed: 'reviewed',
    approved: 'approved',
    submitted: 'submitted',
    withdrawn: 'withdrawn',
    closed: 'closed',
  },
  reviewed: { reviewed: '=', approved: 'approved', submitted: 'submitted', withdrawn: 'withdrawn', closed: 'closed' },
  approved: { approved: '=', submitted: 'submitted', withdrawn: 'withdrawn', closed: 'closed' },
  submitted: { receipt_received: 'receipt', rejected: 'rejected', ...toRecipient },
  acknowledged: { receipt_received: 'receipt', rejected: 'rejected', ...toRecipient },
  accepted: { receipt_received: '=', rejected: 'rejected', ...toRecipient },
  rejected: { receipt_received: '=', rejected: '=', ...toRecipient },
  withdrawn: { receipt_received: '=', rejected: '=', resubmitted: 'submitted', closed: 'closed' },
  closed: {},
}

type Flag = 'requireReview' | 'requireApproval' | 'requireOutcomeBeforeClose'

/** What a flag takes out of the table. */
const refusedBy: Readonly<Record<Flag, Readonly<Partial<Record<PackageStatus, readonly EventKind[]>>>>> = {
  requireReview: { draft: ['approved', 'submitted'] },
  requireApproval: { draft: ['submitted'], reviewed: ['submitted'] },
  requireOutcomeBeforeClose: {
    draft: ['closed'],
    reviewed: ['closed'],
    approved: ['closed'],
    submitted: ['closed'],
    acknowledged: ['closed'],
  },
}
const flags = Object.keys(refusedBy) as Flag[]

export interface PackageState {
  readonly status: PackageStatus
  /** Receipts since it was sent for the last time. */
  readonly receipts: number
}

const sent: ReadonlySet<EventKind> = new Set(['submitted', 'resubmitted'])

/** Whether the event sends the package to its recipient. */
export const sends = (kind: EventKind): boolean => sent.has(kind)

/** The state after an event, or undefined where it is refused. */
export const follow = (policy: Policy, state: PackageState, kind: EventKind): PackageState | undefined => {
  const effect = effects[state.status][kind]
  const isRefused = flags.some(flag => policy[flag] && refusedBy[flag][state.status]?.includes(kind))
  if (effect === undefined || isRefused) return undefined
  if (effect === '=') return state
  if (effect !== 'receipt') return { status: effect, receipts: sends(kind) ? 0 : state.receipts }
  const receipts = state.receipts + 1
  return { status: receipts >= policy.receiptsRequired ? 'accepted' : 'acknowledged', receipts }
}

/** The kinds that are possible in a state, in the order of the interface document. */
export const possibleKinds = (policy: Policy, state: PackageState): EventKind[] =>
  eventKinds.filter(kind => follow(policy, state, kind) !== undefined)

/** The return to draft is an action of people, and no event kind. */
export const returnable: readonly PackageStatus[] = ['reviewed', 'approved']
