import type { Change } from '#http/call.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { clearWithheld, compareScan, findWithheld, setWithheld } from './scan-queries.ts'
import { changeFinding, type StoredFinding } from './write-finding.ts'

/** The maximum number of findings that one scan can remediate. */
const maxRemediated = 10_000

/** A scan is doubtful if it would remediate at least this many findings, and more than half of the open ones. */
const minDoubtful = 10

interface ScanToCompare {
  readonly source: string
  readonly category: string
  /** Findings that this call saw or leaves unchanged. */
  readonly kept: readonly string[]
  /** The id of the scan in parts, or an empty string. */
  readonly scanId: string
  readonly confirmed: number | undefined
}

export interface Comparison {
  /** The findings to remediate. */
  readonly ids: readonly string[]
  readonly withheld: number
  /** The number of findings that were open before the scan. */
  readonly open: number
  readonly isConfirmed: boolean
}

export const noComparison: Comparison = { ids: [], withheld: 0, open: 0, isConfirmed: false }

/**
 * Compares a complete scan with the open findings. A scanner that lost its credentials also reports nothing, so a
 * doubtful scan remediates nothing until the caller confirms the number of missing findings: the exact number, or the
 * last number reported to this account if fewer are missing now. A large number does not confirm in advance (decision
 * 094).
 */
export const compare = async (change: Change, scan: ScanToCompare): Promise<Comparison> => {
  const { tx, actor } = change
  const { source, category, confirmed } = scan
  const scope = { account: actor.id, source, category }
  const readLastWithheld = tx.ask(findWithheld, scope)
  const { kept, scanId } = scan
  const [row] = await tx.query(compareScan, { source, category, kept, scanId, limit: maxRemediated })
  const { open, gone, ids } = row ?? { open: 0, gone: 0, ids: [] }
  const isDoubtful = gone >= minDoubtful && 2 * gone > open
  const isConfirmed =
    isDoubtful && (confirmed === gone || (confirmed === readLastWithheld()[0]?.withheld && gone < (confirmed ?? 0)))
  const toRemediate = isDoubtful && !isConfirmed ? [] : ids
  const withheld = gone - toRemediate.length
  if (withheld > 0) tx.write(setWithheld, { ...scope, withheld })
  else if (readLastWithheld().length > 0) tx.write(clearWithheld, scope)
  return { ids: toRemediate, withheld, open, isConfirmed }
}

/**
 * Marks missing findings as remediated, not resolved, so that people who are not behind the source check them.
 * Returns their number, without findings that people moved in the meantime.
 */
export const remediateMissing = (change: Change, missing: readonly StoredFinding[]): number => {
  const hands = principalsOf(change.actor)
  const open = missing.filter(({ fields: { status } }) => status === 'open' || status === 'in_progress')
  for (const finding of open) {
    const remediators = [...new Set([...finding.beside.remediators, ...hands])]
    const changed = { fields: { status: 'remediated' }, beside: { remediators } } as const
    changeFinding(change, finding, changed, { action: 'finding.remediate', detail: 'absent from a complete scan' })
  }
  return open.length
}
