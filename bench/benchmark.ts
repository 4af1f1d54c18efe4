import type { Lab } from './lab.ts'
import { type Spread, spreadOf } from './statistics.ts'

/** `undecided`: the samples lie on both sides of the goal, so another run could have the opposite outcome. */
export type Outcome = 'reached' | 'missed' | 'undecided'

/** One measured figure against its goal. */
export interface Figure {
  readonly label: string
  /** The goal, worded as in the table of README.md. */
  readonly goal: string
  readonly measured: Spread
  readonly outcome: Outcome
  readonly unit?: string
  /** The absolute values behind the figure. */
  readonly detail?: string
}

export interface Benchmark {
  readonly name: string
  run(lab: Lab): Promise<Figure[]>
}

/** The goal of a figure. At least one bound is given. */
export interface Goal {
  readonly atLeast?: number
  readonly atMost?: number
}

interface FigureInput extends Goal {
  readonly label: string
  readonly samples: readonly number[]
  readonly unit?: string
  readonly detail?: string
}

/** Returns `reached` if every sample meets the goal, `missed` if none does, and otherwise `undecided`. */
export const outcomeOf = (samples: readonly number[], goal: Goal): Outcome => {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = goal
  const within = samples.filter(sample => sample >= atLeast && sample <= atMost).length
  if (within === samples.length) return 'reached'
  return within === 0 ? 'missed' : 'undecided'
}

const formatGoal = ({ atLeast, atMost }: Goal): string => {
  if (atLeast !== undefined && atMost !== undefined) return `${atLeast} to ${atMost}`
  return atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`
}

/** Compares samples with a goal. Throws if nothing was measured. */
export const figure = ({ samples, atLeast, atMost, ...rest }: FigureInput): Figure => {
  const goal: Goal = { ...(atLeast !== undefined && { atLeast }), ...(atMost !== undefined && { atMost }) }
  if (samples.length === 0 || samples.some(Number.isNaN)) throw new Error(`nothing was measured: ${rest.label}`)
  if (Object.keys(goal).length === 0) throw new Error(`no goal is given: ${rest.label}`)
  return {
    ...rest,
    goal: rest.unit ? `${formatGoal(goal)} ${rest.unit}` : formatGoal(goal),
    measured: spreadOf(samples),
    outcome: outcomeOf(samples, goal),
  }
}

const formatNumber = (value: number): string => value.toFixed(Math.abs(value) < 20 ? 2 : 0)

/** Renders the median, followed by the smallest and the largest sample in brackets. */
export const renderSpread = ({ median, min, max }: Spread, unit = ''): string =>
  `${formatNumber(median)}${unit && ` ${unit}`} (${formatNumber(min)} to ${formatNumber(max)})`

const labels: Readonly<Record<Outcome, string>> = { reached: 'reached  ', missed: 'MISSED   ', undecided: 'undecided' }

export const render = ({ label, goal, measured, outcome, unit, detail }: Figure): string =>
  [
    `${labels[outcome]} ${label}: ${renderSpread(measured, unit)}, goal ${goal}`,
    ...(detail ?? '').split('\n').flatMap(line => (line ? [`          ${line.trimStart()}`] : [])),
  ].join('\n')

/** Summarizes how many figures have each outcome. */
export const summarize = (figures: readonly Figure[]): string => {
  const count = (outcome: Outcome): number => figures.filter(one => one.outcome === outcome).length
  return `${count('reached')} of ${figures.length} goals reached, ${count('missed')} missed, ${count('undecided')} undecided`
}
