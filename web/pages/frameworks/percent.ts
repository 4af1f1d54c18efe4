/** A share of clauses in per cent, rounded down so that 100 % means all of them. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((100 * part) / whole))
