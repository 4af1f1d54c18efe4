/**
 * The specified event policy. It is written out again, because the program's own table is under test. `=`: the event is
 * recorded and the status is unchanged. 422: the event is rejected. `receipt`: the package is acknowledged, or accepted
 * with the last required receipt.
 */
const policyTable = `
| state        | created | reviewed | approved | submitted | receipt_received | rejected | withdrawn | resubmitted | closed |
| draft        | 422     | reviewed | approved | submitted | 422              | 422      | withdrawn | 422         | closed |
| reviewed     | 422     | =        | approved | submitted | 422              | 422      | withdrawn | 422         | closed |
| approved     | 422     | 422      | =        | submitted | 422              | 422      | withdrawn | 422         | closed |
| submitted    | 422     | 422      | 422      | 422       | receipt          | rejected | withdrawn | submitted   | closed |
| acknowledged | 422     | 422      | 422      | 422       | receipt          | rejected | withdrawn | submitted   | closed |
| accepted     | 422     | 422      | 422      | 422       | =                | rejected | withdrawn | submitted   | closed |
| rejected     | 422     | 422      | 422      | 422       | =                | =        | withdrawn | submitted   | closed |
| withdrawn    | 422     | 422      | 422      | 422       | =                | =        | 422       | submitted   | closed |
| closed       | 422     | 422      | 422      | 422       | 422              | 422      | 422       | 422         | 422    |`

/** Cells of the table that become 422 if a flag is set (decision 007). */
const flagTable = {
  requireReview: ['draft approved', 'draft submitted'],
  requireApproval: ['draft submitted', 'reviewed submitted'],
  requireOutcomeBeforeClose: ['draft', 'reviewed', 'approved', 'submitted', 'acknowledged'].map(s => `${s} closed`),
}

const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())

const [[, ...kindNames] = [], ...rows] = policyTable.trim().split('\n').map(cells)

export const kinds: readonly string[] = kindNames
export const states: readonly string[] = rows.map(([state = '']) => state)

const table = new Map(
  rows.flatMap(([state, ...effects]) => effects.map((effect, i) => [`${state} ${kinds[i]}`, effect])),
)

export type FlagName = keyof typeof flagTable
export const flagNames = Object.keys(flagTable) as FlagName[]

export interface Policy extends Readonly<Record<FlagName, boolean>> {
  readonly receiptsRequired: number
}

export const noFlags: Policy = {
  receiptsRequired: 1,
  requireReview: false,
  requireApproval: false,
  requireOutcomeBeforeClose: false,
}

export interface State {
  readonly status: string
  /** The number of receipts since the package was last sent. */
  readonly receipts: number
  /** Whether the package was reviewed with its present contents since it was a draft. */
  readonly reviewed: boolean
  readonly approved: boolean
}

export const draft: State = { status: 'draft', receipts: 0, reviewed: false, approved: false }

const sendingKinds = ['submitted', 'resubmitted']

/** Returns the state after an event. Undefined for a 422. */
export const next = (policy: Policy, state: State, kind: string): State | undefined => {
  const { status, receipts } = state
  const cell = `${status} ${kind}`
  const effect = table.get(cell)
  if (effect === undefined) throw new Error(`the table has no ${cell}`)
  if (effect === '422' || flagNames.some(flag => policy[flag] && flagTable[flag].includes(cell))) return undefined
  // A package can be resubmitted only with the reviews that its policy requires (decision 033).
  const [reviewed, approved] = [state.reviewed || kind === 'reviewed', state.approved || kind === 'approved']
  const lacksReview = (policy.requireReview && !reviewed) || (policy.requireApproval && !approved)
  if (kind === 'resubmitted' && lacksReview) return undefined
  const reviews = { reviewed, approved }
  if (effect === '=') return { status, receipts, ...reviews }
  if (effect !== 'receipt') return { status: effect, receipts: sendingKinds.includes(kind) ? 0 : receipts, ...reviews }
  const receiptCount = receipts + 1
  return {
    ...reviews,
    status: receiptCount < policy.receiptsRequired ? 'acknowledged' : 'accepted',
    receipts: receiptCount,
  }
}

/** Returns the kinds of events that are valid in a state, in the order of the table. */
export const validKinds = (policy: Policy, state: State): string[] =>
  kinds.filter(kind => next(policy, state, kind) !== undefined)
