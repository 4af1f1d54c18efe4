/**
 * `npm run bench:short`: every benchmark once and small, as in continuous integration, so that a broken one is noticed.
 * Its measurements are meaningless.
 */
export const isShort = process.env.BENCH_SHORT === '1'

export const scaled = (usual: number, short: number): number => (isShort ? short : usual)
