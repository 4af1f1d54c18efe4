/** The parts of a row of the audit trail that say what became of deliveries. */
interface Row {
  readonly action: string
  readonly outcome: 'done' | 'refused'
  readonly detail: string | null
}

export const isDelivery = ({ action, outcome }: Omit<Row, 'detail'>): boolean =>
  action === 'webhook.deliver' && outcome === 'done'

/** A delivery in the detail of a row, with its outcome (src/features/webhooks/engine/completions.ts). */
const delivery = /\bwhd_\w+ of \w+: (\w+)/g

/**
 * The deliveries that rows of the trail name, and how many of them failed: a row stands for all that ended within a few
 * milliseconds. A row whose detail was erased counts as one.
 */
export const countDeliveries = (rows: readonly Row[]): { readonly count: number; readonly failed: number } => {
  const outcomes = rows.filter(isDelivery).flatMap(({ detail }) => {
    const found = Array.from(detail?.matchAll(delivery) ?? [], ([, outcome = '']) => outcome)
    return found.length > 0 ? found : ['delivered']
  })
  return { count: outcomes.length, failed: outcomes.filter(outcome => outcome !== 'delivered').length }
}

/** The outcome to show: attempts that failed are recorded as done, which is true of the record and not of the event. */
export const shownOutcome = (rows: readonly [Row, ...Row[]]): 'done' | 'refused' | 'failed' =>
  countDeliveries(rows).failed > 0 ? 'failed' : rows[0].outcome
