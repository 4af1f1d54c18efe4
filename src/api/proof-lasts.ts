import { minute } from '#lib/clock.ts'

/** How long a proof of identity is good for changes of access, in milliseconds. */
export const proofLasts = 10 * minute
