import type { Lab } from './lab.ts'
import { type Spread, spreadOf } from './statistics.ts'

/** One measured figure against its goal. */
export interface Figure {
  readonly what: string
  /** The goal as the table in README.md words it. */
  readonly goal: string
  readonly measured: Spread
  readonly reached: boolean
  readonly unit?: string
  /** The absolute values that the figure comes from. */
  readonly detail?: string
}

export interface Benchmark {
  readonly name: string
  run(lab: Lab): Promise<Figure[]>
}

interface Limit {
  readonly atLeast?: number
  readonly atMost?: number
}

interface Measured extends Limit {
  readonly what: string
  readonly samples: readonly number[]
  readonly unit?: string
  readonly detail?: string
}

/** A figure whose median is held against its limit. Throws when nothing was measured. */
export const figure = ({ samples, atLeast = 0, atMost = Number.POSITIVE_INFINITY, ...shown }: Measured): Figure => {
  const measured = spreadOf(samples)
  if (Number.isNaN(measured.median)) throw new Error(`nothing was measured: ${shown.what}`)
  const limit = atLeast > 0 ? `≥ ${atLeast}` : `≤ ${atMost}`
  const goal = shown.unit ? `${limit} ${shown.unit}` : limit
  return { ...shown, goal, measured, reached: measured.median >= atLeast && measured.median <= atMost }
}

const digits = (value: number): string => value.toFixed(Math.abs(value) < 20 ? 2 : 0)

export const render = ({ what, goal, measured, reached, unit, detail }: Figure): string => {
  const { median, least, most } = measured
  const values = `${digits(median)}${unit ? ` ${unit}` : ''} (${digits(least)} to ${digits(most)})`
  return [
    `${reached ? 'reached' : 'MISSED '}  ${what}: ${values}, goal ${goal}`,
    ...(detail ? [`         ${detail}`] : []),
  ].join('\n')
}
