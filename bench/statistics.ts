import { untilQuiet } from './processes.ts'
import { scaled } from './scale.ts'

/** The median, smallest and largest of samples. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export const spreadOf = (samples: readonly number[]): Spread => {
  const sorted = samples.toSorted((a, b) => a - b)
  const sampleAt = (index: number): number => sorted[index] ?? Number.NaN
  const middle = sorted.length / 2
  const median = sorted.length % 2 === 1 ? sampleAt(Math.floor(middle)) : (sampleAt(middle - 1) + sampleAt(middle)) / 2
  return { median, min: sampleAt(0), max: sampleAt(sorted.length - 1) }
}

/** Returns the sample that is not exceeded by this fraction of all samples: 0.99 for the 99th percentile. */
export const quantile = (samples: readonly number[], fraction: number): number =>
  samples.toSorted((a, b) => a - b)[Math.floor(fraction * (samples.length - 1))] ?? Number.NaN

interface Interleaved<Sample> {
  readonly rounds: number
  /** The number of rounds that count in a short run, instead of the usual number. */
  readonly shortRounds?: number
  readonly ours: () => Promise<Sample>
  readonly floor: () => Promise<Sample>
}

/**
 * Runs the two sides in turn and alternates which of them is first, so that other activity on the machine affects both
 * alike. Each side waits until the machine is otherwise idle. An additional first round does not count: it fills
 * caches, opens connections and compiles code.
 */
export const interleave = async <Sample>(sides: Interleaved<Sample>): Promise<{ ours: Sample; floor: Sample }[]> => {
  const measure = async (side: () => Promise<Sample>): Promise<Sample> => {
    await untilQuiet()
    return side()
  }
  const rounds = scaled(sides.rounds, sides.shortRounds ?? 0)
  const samples: { ours: Sample; floor: Sample }[] = []
  for (let round = 0; round <= rounds; round++) {
    const first = round % 2 === 0 ? await measure(sides.ours) : undefined
    const floor = await measure(sides.floor)
    samples.push({ ours: first ?? (await measure(sides.ours)), floor })
  }
  return samples.slice(Math.min(rounds, 1))
}
