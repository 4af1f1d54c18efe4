import type { Change } from '#api/call.ts'
import { principalsOf } from '#api/four-eyes.ts'
import { clearWithheld, compareScan, findWithheld, setWithheld } from './scan-queries.ts'
import { changeFinding, type FoundFinding } from './write-finding.ts'

/** The most findings that one scan remediates. */
const maxGone = 10_000

/** From how many on a scan that would remediate more than half of them is doubted. */
const leastDoubted = 10

interface Compared {
  readonly source: string
  readonly category: string
  /** What this call saw or leaves as it is. */
  readonly kept: readonly string[]
  /** Of the scan in parts, or empty. */
  readonly scanId: string
  readonly confirmed: number | undefined
}

export interface Comparison {
  /** The findings to remediate. */
  readonly ids: readonly string[]
  readonly withheld: number
  /** How many were open before the scan. */
  readonly open: number
  readonly isConfirmed: boolean
}

export const noComparison: Comparison = { ids: [], withheld: 0, open: 0, isConfirmed: false }

/**
 * Compares a complete scan with what is open. A scanner that lost its credentials finds nothing, too: a scan that would
 * remediate more than half remediates nothing until a number is confirmed. The number is exact, or the one that this
 * account was told last while fewer remain, so that a large number confirms nothing in advance (decision 094).
 */
export const compare = async (change: Change, scan: Compared): Promise<Comparison> => {
  const { tx, actor } = change
  const { source, category, confirmed } = scan
  const of = { account: actor.id, source, category }
  const last = tx.ask(findWithheld, of)
  const { kept, scanId } = scan
  const [row] = await tx.query(compareScan, { source, category, kept, scanId, limit: maxGone })
  const { open, gone, ids } = row ?? { open: 0, gone: 0, ids: [] }
  const isDoubted = gone >= leastDoubted && 2 * gone > open
  const isConfirmed =
    isDoubted && (confirmed === gone || (confirmed === last()[0]?.withheld && gone < (confirmed ?? 0)))
  const carried = isDoubted && !isConfirmed ? [] : ids
  const withheld = gone - carried.length
  if (withheld > 0) tx.write(setWithheld, { ...of, withheld })
  else if (last().length > 0) tx.write(clearWithheld, of)
  return { ids: carried, withheld, open, isConfirmed }
}

/**
 * What is gone is remediated and not resolved: people look at it, and none of those behind the source. Returns how many;
 * one that people have moved meanwhile stays.
 */
export const remediateGone = (change: Change, gone: readonly FoundFinding[]): number => {
  const hands = principalsOf(change.actor)
  const open = gone.filter(({ fields: { status } }) => status === 'open' || status === 'in_progress')
  for (const found of open) {
    const remediators = [...new Set([...found.beside.remediators, ...hands])]
    const changed = { fields: { status: 'remediated' }, beside: { remediators } } as const
    changeFinding(change, found, changed, { action: 'finding.remediate', detail: 'absent from a complete scan' })
  }
  return open.length
}
