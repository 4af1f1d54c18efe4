/** The fields of an audit row that give the outcomes of deliveries. */
interface Row {
  readonly action: string
  readonly outcome: 'done' | 'refused'
  readonly detail: string | null
}

interface DeliveryCounts {
  readonly count: number
  readonly failed: number
  readonly unknown: number
}

export const isDelivery = ({ action, outcome }: Omit<Row, 'detail'>): boolean =>
  action === 'webhook.deliver' && outcome === 'done'

/** A delivery in the detail of a row, with its outcome (src/features/webhooks/engine/completions.ts). */
const delivery = /\bwhd_\w+ of \w+: (\w+)/g

/**
 * Counts the deliveries that audit rows name, and the failed ones. One row names all deliveries that ended within a few
 * milliseconds. A row whose detail was erased names none; `unknown` counts such rows.
 */
export const countDeliveries = (rows: readonly Row[]): DeliveryCounts => {
  const outcomesOf = rows
    .filter(isDelivery)
    .map(({ detail }) => Array.from(detail?.matchAll(delivery) ?? [], ([, outcome]) => outcome))
  const outcomes = outcomesOf.flat()
  return {
    count: outcomes.length,
    failed: outcomes.filter(outcome => outcome !== 'delivered').length,
    unknown: outcomesOf.filter(named => named.length === 0).length,
  }
}

/**
 * The outcome to show. The audit trail records a failed delivery attempt as done, because the attempt itself was made.
 */
export const shownOutcome = (rows: readonly [Row, ...Row[]]): 'done' | 'refused' | 'failed' =>
  countDeliveries(rows).failed > 0 ? 'failed' : rows[0].outcome
