import { minute } from '#lib/clock.ts'

/** How long a proof of identity is good, in milliseconds. */
export const proofLasts = 10 * minute
