/** The difference between two lists of times, by the two-sided Mann-Whitney test. */
export interface Comparison {
  /** The probability of a difference at least this large if the lists do not differ. */
  readonly p: number
  /**
   * The fraction of pairs in which the value from the first list is larger, counting ties half: 0.5 if the lists are
   * alike.
   */
  readonly longer: number
}

// The complementary error function by Abramowitz and Stegun 7.1.26, accurate to 1.5e-7.
const complementaryError = (x: number): number => {
  const t = 1 / (1 + 0.3275911 * x)
  const sum = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592].reduce((at, c) => at * t + c, 0)
  return sum * t * Math.exp(-x * x)
}

/** Returns the rank of each value. Equal values share the mean of their ranks. */
const ranksOf = (values: readonly number[]): { ranks: readonly number[]; ties: number } => {
  const order = values.map((value, i) => [value, i] as const).toSorted(([a], [b]) => a - b)
  const ranks: number[] = new Array(values.length).fill(0)
  let ties = 0
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to < order.length && order[to]?.[0] === order[from]?.[0]) to++
    for (const [, i] of order.slice(from, to)) ranks[i] = (from + to + 1) / 2
    ties += (to - from) ** 3 - (to - from)
    from = to
  }
  return { ranks, ties }
}

/** Uses the normal approximation, corrected for ties. Suitable for lists of at least 20 values. */
export const compareTimes = (first: readonly number[], second: readonly number[]): Comparison => {
  const [m, n] = [first.length, second.length]
  const { ranks, ties } = ranksOf([...first, ...second])
  const wins = ranks.slice(0, m).reduce((sum, rank) => sum + rank, 0) - (m * (m + 1)) / 2
  const variance = ((m * n) / 12) * (m + n + 1 - ties / ((m + n) * (m + n - 1)))
  const z = variance === 0 ? 0 : Math.abs(wins - (m * n) / 2) / Math.sqrt(variance)
  return { p: complementaryError(z / Math.SQRT2), longer: wins / (m * n) }
}
