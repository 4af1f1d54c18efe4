/** The statuses of packages (interface sections 2.7 and 3.3, open points "Submissions"). */
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

/** The event policy of a requirement; `receiptsRequired` is 1 to 4. */
export interface ReceiptPolicy {
  readonly receiptsRequired: number
  /** Whether a draft must be reviewed. */
  readonly requireReview: boolean
  /** Whether a package must be approved before it is sent. */
  readonly requireApproval: boolean
  /** Whether a package can only be closed once its outcome is known. */
  readonly requireOutcomeBeforeClose: boolean
}

export const defaultPolicy: ReceiptPolicy = Object.freeze({
  receiptsRequired: 1,
  requireReview: false,
  requireApproval: false,
  requireOutcomeBeforeClose: false,
})

/** The next status; `=` records the event and changes nothing; `receipt` counts towards acceptance. */
type Effect = PackageStatus | '=' | 'receipt'

const toRecipient = { withdrawn: 'withdrawn', resubmitted: 'submitted', closed: 'closed' } as const

/**
 * The effect of each event in each status; events that are not in the table are rejected. A rejected or withdrawn
 * package still records the recipient's reports: portals report late and out of order, and a caller could not act on a
 * 422.
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

/** The events that each flag removes from the table. */
const removedEvents: Readonly<Record<Flag, Readonly<Partial<Record<PackageStatus, readonly EventKind[]>>>>> = {
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
const flags = Object.keys(removedEvents) as Flag[]

export interface PackageState {
  readonly status: PackageStatus
  /** The number of receipts since the package was last sent. */
  readonly receipts: number
  /** Whether the package was reviewed with its current contents. */
  readonly reviewed: boolean
  /** Whether the package was approved with its current contents. */
  readonly approved: boolean
}

const sendingKinds: ReadonlySet<EventKind> = new Set(['submitted', 'resubmitted'])

/** Whether the event sends the package to its recipient. */
export const sendsPackage = (kind: EventKind): boolean => sendingKinds.has(kind)

/**
 * Whether a package has the review and approval that its policy requires. A package that was withdrawn as a draft, or
 * corrected after a rejection, does not.
 */
const hasRequiredReviews = (policy: ReceiptPolicy, { reviewed, approved }: PackageState): boolean =>
  (reviewed || !policy.requireReview) && (approved || !policy.requireApproval)

/** Returns the state after an event, or undefined if the event is rejected. */
export const stateAfterEvent = (
  policy: ReceiptPolicy,
  state: PackageState,
  kind: EventKind,
): PackageState | undefined => {
  const effect = effects[state.status][kind]
  const isRemoved = flags.some(flag => policy[flag] && removedEvents[flag][state.status]?.includes(kind))
  if (effect === undefined || isRemoved || (kind === 'resubmitted' && !hasRequiredReviews(policy, state)))
    return undefined
  const reviews = { reviewed: state.reviewed || kind === 'reviewed', approved: state.approved || kind === 'approved' }
  if (effect === '=') return { ...state, ...reviews }
  if (effect !== 'receipt') return { status: effect, receipts: sendsPackage(kind) ? 0 : state.receipts, ...reviews }
  const receipts = state.receipts + 1
  return { ...state, status: receipts >= policy.receiptsRequired ? 'accepted' : 'acknowledged', receipts }
}

/** Returns the kinds that are possible in a state, in the order of the interface specification. */
export const possibleKinds = (policy: ReceiptPolicy, state: PackageState): EventKind[] =>
  eventKinds.filter(kind => stateAfterEvent(policy, state, kind) !== undefined)

/** Whether an event of this kind changes nothing and is only recorded, because it is late or repeats a known fact. */
export const isIdle = (before: string | null, kind: EventKind): boolean =>
  packageStatuses.some(status => status === before && effects[status][kind] === '=')

/** Returns the numbers of receipts that a package can have in a status; sending the package resets the number. */
const possibleReceipts = ({ receiptsRequired }: ReceiptPolicy, status: PackageStatus): readonly number[] =>
  status === 'acknowledged' ? Array.from({ length: Math.max(receiptsRequired - 1, 1) }, (_, i) => i + 1) : [0]

/**
 * Returns the whole state machine under a policy. `becomes` has several statuses if the result depends on the receipts
 * so far.
 */
export const listTransitions = (policy: ReceiptPolicy) =>
  packageStatuses.flatMap(status =>
    eventKinds.flatMap(eventKind => {
      const states = possibleReceipts(policy, status).map(receipts =>
        stateAfterEvent(policy, { status, receipts, reviewed: true, approved: true }, eventKind),
      )
      const becomes = [...new Set(states.flatMap(state => state?.status ?? []))]
      return becomes.length > 0 ? [{ status, eventKind, becomes, idle: isIdle(status, eventKind) }] : []
    }),
  )

const reviewedStatuses: readonly PackageStatus[] = ['reviewed', 'approved']
const reopenedStatuses: readonly PackageStatus[] = ['rejected', 'withdrawn']

const requiresFourEyes = ({ requireReview, requireApproval }: ReceiptPolicy): boolean =>
  requireReview || requireApproval

/**
 * Whether a person can return a package to draft, which is not an event kind. If the policy requires a review or
 * approval, a rejected or withdrawn package can also be returned. Once corrected, it needs them again before it is
 * resubmitted.
 */
export const isReturnable = (policy: ReceiptPolicy, status: PackageStatus): boolean =>
  reviewedStatuses.includes(status) || (requiresFourEyes(policy) && reopenedStatuses.includes(status))

/**
 * Whether the title, due date and contents can be changed. A submitted package cannot change until it is rejected or
 * withdrawn. A package that was reviewed or approved under a policy that requires it cannot change either.
 */
export const isCorrectable = (policy: ReceiptPolicy, status: PackageStatus): boolean =>
  status === 'draft' ||
  reopenedStatuses.includes(status) ||
  (reviewedStatuses.includes(status) && !requiresFourEyes(policy))

/** The statuses in which a package is no longer due, whether sent or not. */
export const endedStatuses: readonly PackageStatus[] = ['withdrawn', 'closed']
