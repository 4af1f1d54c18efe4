/**
 * `npm run bench:short`: runs every benchmark once with small sizes, as in continuous integration, to detect broken
 * benchmarks. Its measurements are meaningless.
 */
export const isShort = process.env.BENCH_SHORT === '1'

export const scaled = (usual: number, short: number): number => (isShort ? short : usual)
