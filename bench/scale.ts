/**
 * `npm run bench:short`: every benchmark once and small, as continuous integration runs them, so that none stops working
 * unnoticed. What it measures means nothing then.
 */
export const isShort = process.env.BENCH_SHORT === '1'

export const scaled = (usual: number, short: number): number => (isShort ? short : usual)
