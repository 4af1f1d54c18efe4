/** The share of clauses that are proven, from 0 to 1. */
export const shareOf = ({ proven, applicable }: { readonly proven: number; readonly applicable: number }): number =>
  applicable === 0 ? 0 : proven / applicable

/** A share of clauses in per cent, rounded down so that 100 % means all of them. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((100 * part) / whole))
