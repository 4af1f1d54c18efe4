/** A share of clauses in per cent, rounded down so that 100 % means all of them. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((100 * part) / whole))

/** A number of per cent as people of a language write it. */
export const formatPercent = (percent: number, language: string): string =>
  (percent / 100).toLocaleString(language, { style: 'percent' })
