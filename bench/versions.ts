import { renderSpread } from './benchmark.ts'
import { cpuRatios, type Pair } from './comparison.ts'
import { meterServer, renderCpu } from './cpu.ts'
import { interleave, spreadOf } from './statistics.ts'
import { measureRound, openRig, type Rig, type Stand, type Version, type Work } from './work.ts'

export type Verdict = 'faster' | 'slower' | 'undecided'

/**
 * Returns `faster` or `slower` only if every round agrees. `better` states whether larger or smaller ratios are better.
 */
const verdictOf = (ratios: readonly number[], better: 'more' | 'less'): Verdict => {
  const wins = ratios.filter(ratio => (better === 'more' ? ratio > 1 : ratio < 1)).length
  const losses = ratios.filter(ratio => (better === 'more' ? ratio < 1 : ratio > 1)).length
  if (wins === ratios.length) return 'faster'
  return losses === ratios.length ? 'slower' : 'undecided'
}

/** Decides by CPU, which depends less on other activity on the machine. If CPU is undecided, decides by wall time. */
const verdictOfPairs = (pairs: readonly Pair[]): string => {
  const cpu = verdictOf(cpuRatios(pairs), 'less')
  const wall = verdictOf(rateRatios(pairs), 'more')
  if (cpu === 'undecided') return wall === 'undecided' ? wall : `${wall} by the clock`
  return wall === 'undecided' || wall === cpu ? cpu : `${cpu} by CPU, ${wall} by the clock`
}

const rateRatios = (pairs: readonly Pair[]): number[] =>
  pairs.map(({ ours, floor }) => ours.perSecond / floor.perSecond)

/** A row of the table that compares two versions. */
export type Row = readonly [
  name: string,
  what: string,
  ours: string,
  theirs: string,
  wall: string,
  cpu: string,
  verdict: string,
]

const header: Row = ['name', 'work', 'ours', 'theirs', 'rate, ours to theirs', 'CPU, ours to theirs', 'verdict']

const describe = (operations: string, pairs: readonly Pair[], side: keyof Pair): string => {
  const samples = pairs.map(pair => pair[side])
  const rate = spreadOf(samples.map(({ perSecond }) => perSecond)).median
  return `${rate.toFixed(rate < 20 ? 1 : 0)} ${operations}/s, ${renderCpu(samples)} µs`
}

export const rowOf = ({ name, label, operations }: Work, pairs: readonly Pair[]): Row => [
  name,
  label,
  describe(operations, pairs, 'ours'),
  describe(operations, pairs, 'floor'),
  renderSpread(spreadOf(rateRatios(pairs))),
  renderSpread(spreadOf(cpuRatios(pairs))),
  verdictOfPairs(pairs),
]

/** Renders the table in Markdown, as in bench/README.md. */
export const renderTable = (rows: readonly Row[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}

const comparePair = async (work: Work, ours: Rig, theirs: Rig): Promise<Pair[]> => {
  const side = async (rig: Rig) => {
    const [meter, rounds] = [meterServer(rig.server), await work.prepare(rig)]
    return () => measureRound(meter, rounds)
  }
  const [first, second] = [await side(ours), await side(theirs)]
  return interleave({ rounds: work.rounds, shortRounds: 3, ours: first, floor: second })
}

const reasonOf = (error: unknown): string => String(error).split('\n')[0]?.slice(0, 200) ?? ''

/**
 * Measures work on both versions in turn, with new servers for each stand. If work fails on one version, for example
 * because an older version lacks the endpoint, its row contains the reason.
 */
export const compareVersions = async (
  works: readonly Work[],
  version: { readonly ours: Version; readonly theirs: Version },
  show: (row: Row) => void,
): Promise<void> => {
  const addError = ({ name, label }: Work, error: unknown) =>
    show([name, label, '–', '–', '–', '–', `not measured: ${reasonOf(error)}`])
  for (const [stand, sharing] of Map.groupBy(works, (work): Stand => work.stand)) {
    const remaining = new Set(sharing)
    try {
      await using ours = await openRig(stand, version.ours)
      await using theirs = await openRig(stand, version.theirs)
      for (const work of sharing) {
        remaining.delete(work)
        await comparePair(work, ours, theirs).then(
          pairs => show(rowOf(work, pairs)),
          error => addError(work, error),
        )
      }
    } catch (error) {
      if (remaining.size === 0) throw error
      for (const work of remaining) addError(work, error)
    }
  }
}
