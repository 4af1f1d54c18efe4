import { type Benchmark, type Figure, figure, type Goal } from './benchmark.ts'
import { type Meter, meterServer, renderCpu, type Sample, totalCpu } from './cpu.ts'
import { interleave, spreadOf } from './statistics.ts'
import { cpuAlone, measureAlone, measureRound, openRig, type Rig, type Rounds, type Work } from './work.ts'

export interface Floor extends Rounds {
  /** Measures the CPU of the floor. */
  readonly meter: Meter
}

export interface Comparison extends Work {
  /** The name of the floor, as it follows the word "against". */
  readonly against: string
  /** Prepares the floor alongside the server of the rig. */
  floor(rig: Rig): Promise<Floor>
  /** The goal for the ratio of rates, or of times per operation (see `compares`). Without a goal there is no figure. */
  readonly wall?: Goal
  readonly compares?: 'times'
  /** The goal for the ratio of CPU per operation. */
  readonly cpu?: Goal
}

export type Pair = { readonly ours: Sample; readonly floor: Sample }

/** The ratios of our CPU per operation to that of the floor. */
export const cpuRatios = (pairs: readonly Pair[]): number[] =>
  pairs.map(({ ours, floor }) => totalCpu(ours) / totalCpu(floor))

/** Renders the line about CPU below a figure. */
export const cpuDetail = (operations: string, pairs: readonly Pair[]): string => {
  const cpuOf = (side: keyof Pair): string => renderCpu(pairs.map(pair => pair[side]))
  return `CPU of ${operations}, µs of Node + PostgreSQL each, ours ${cpuOf('ours')}, floor ${cpuOf('floor')}`
}

/** Renders the rates of all pairs, or their times in milliseconds. */
const wallDetail = ({ operations, compares }: Comparison, pairs: readonly Pair[]): string => {
  const formatSample = ({ perSecond }: Sample): string =>
    compares === 'times' ? (1000 / perSecond).toFixed(2) : perSecond.toFixed(perSecond < 20 ? 1 : 0)
  const formattedPairs = pairs.map(({ ours, floor }) => `${formatSample(ours)}:${formatSample(floor)}`)
  return `${compares === 'times' ? 'ms' : `${operations}/s`}, ours:floor, ${formattedPairs.join(' ')}`
}

/**
 * Returns figures for the ratios of wall time and of CPU that have goals. The first figure includes the absolute
 * values.
 */
export const comparisonFigures = (comparison: Comparison, pairs: readonly Pair[]): Figure[] => {
  const { label, against, operations, wall, compares, cpu } = comparison
  const ratio = ({ ours, floor }: Pair): number =>
    compares === 'times' ? floor.perSecond / ours.perSecond : ours.perSecond / floor.perSecond
  const detail = `${wallDetail(comparison, pairs)}\n${cpuDetail(operations, pairs)}`
  const candidates = [
    { label: `${label}, ${compares ?? `${operations}/s`} against ${against}`, samples: pairs.map(ratio), goal: wall },
    { label: `${label}, CPU against ${against}`, samples: cpuRatios(pairs), goal: cpu },
  ]
  return candidates
    .flatMap(({ goal, ...rest }) => (goal ? [{ ...rest, ...goal }] : []))
    .map((input, index) => figure({ ...input, ...(index === 0 && { detail }) }))
}

/** Measures a comparison on a running server. */
export const comparePairs = async (comparison: Comparison, rig: Rig): Promise<Pair[]> => {
  const ours = await comparison.prepare(rig)
  const floor = await comparison.floor(rig)
  const meter = meterServer(rig.server)
  const { rounds } = comparison
  return interleave({ rounds, ours: () => measureRound(meter, ours), floor: () => measureRound(floor.meter, floor) })
}

/**
 * Observes a server before it is measured. The returned function observes it again afterwards and returns the figures.
 */
export type Watch = (rig: Rig) => Promise<() => Promise<Figure[]>>

/** A benchmark of comparisons on one server, with further figures observed on it. */
export const compareOn = (
  name: string,
  comparisons: readonly [Comparison, ...Comparison[]],
  watch: Watch = async () => async () => [],
): Benchmark => ({
  name,
  async run(lab) {
    const [{ stand }] = comparisons
    await using ownRig = lab.shares(stand) ? undefined : await openRig(stand)
    const rig = ownRig ?? (await lab.rig(stand))
    const figuresAfter = await watch(rig)
    const figures: Figure[] = []
    for (const comparison of comparisons)
      figures.push(...comparisonFigures(comparison, await comparePairs(comparison, rig)))
    return [...figures, ...(await figuresAfter())]
  },
})

/** A figure for the p99 of each round in milliseconds. */
export const p99Figure = async (work: Work, rig: Rig, atMost: number): Promise<Figure> => {
  const samples = await measureAlone(work, rig)
  const means = samples.map(({ perSecond }) => 1000 / perSecond)
  return figure({
    label: `${work.label}, p99`,
    samples: samples.map(({ p99Ms }) => p99Ms ?? Number.NaN),
    atMost,
    unit: 'ms',
    detail: `mean ${spreadOf(means).median.toFixed(1)} ms; ${cpuAlone(work.operations, samples)}`,
  })
}
