/** A day of a trend line; `share` is between 0 and 1. */
export interface SparkDay {
  /** A date, such as 2026-11-21. */
  readonly day: string
  readonly share: number
  /** Whether the value was computed later; its part of the line is dashed. */
  readonly computed: boolean
}

interface Point {
  readonly x: number
  readonly y: number
  readonly computed: boolean
}

/** The sizes of a line in pixels; it shrinks to the width of its container. */
const sizes = { small: { width: 400, height: 40 }, wide: { width: 600, height: 90 } } as const

/** The shares with a grid line. */
const gridOf = { small: [0], wide: [0, 0.5, 1] } as const

type Size = (typeof sizes)[keyof typeof sizes]

/** Leaves room for half of the dot at the end. */
const margin = 3
const dayMs = 86_400_000

const pointsOf = (days: readonly SparkDay[], length: number, { width, height }: Size): Point[] => {
  const last = Date.parse(days.at(-1)?.day ?? '')
  return days.map(({ day, share, computed }) => {
    const age = (last - Date.parse(day)) / dayMs
    return {
      x: width - margin - (age / (length - 1)) * (width - 2 * margin),
      y: height - margin - share * (height - 2 * margin),
      computed,
    }
  })
}

const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** The first day of a line of `length` days that ends on a day. */
export const firstDayOf = (last: string, length: number): string =>
  new Date(Date.parse(last) - (length - 1) * dayMs).toISOString().slice(0, 10)

/** The line in parts: each ends at a gap, or where computed days become recorded ones. */
const partsOf = (points: readonly Point[], step: number): Point[][] => {
  const parts: Point[][] = []
  for (const point of points) {
    const part = parts.at(-1)
    const previous = part?.at(-1)
    const follows = previous !== undefined && point.x - previous.x < 1.5 * step
    if (part && follows && previous.computed === point.computed) part.push(point)
    else parts.push(previous && follows ? [{ ...previous, computed: point.computed }, point] : [point])
  }
  return parts
}

interface Props {
  /** The days, oldest first. */
  readonly days: readonly SparkDay[]
  readonly length: number
  readonly label: string
  readonly size?: keyof typeof sizes
}

/** A line of shares over `length` days, on a scale from 0 to 1. A missing day is a gap. */
export const Sparkline = ({ days, length, label, size = 'small' }: Props) => {
  const { width, height } = sizes[size]
  const points = pointsOf(days, length, sizes[size])
  const end = points.at(-1)
  if (!end) return null
  const step = (width - 2 * margin) / (length - 1)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} className="sparkline" role="img" aria-label={label}>
      {gridOf[size].map(share => (
        <line
          key={share}
          x1={margin}
          x2={width - margin}
          y1={height - margin - share * (height - 2 * margin)}
          y2={height - margin - share * (height - 2 * margin)}
          stroke="var(--mantine-color-default-border)"
        />
      ))}
      {partsOf(points, step).map(part => (
        <path
          key={part[0]?.x}
          d={pathOf(part)}
          fill="none"
          stroke="var(--mantine-color-anchor)"
          strokeWidth="1.75"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          {...(part.at(-1)?.computed && { strokeDasharray: '2 4' })}
        />
      ))}
      <circle cx={end.x} cy={end.y} r="2.5" fill="var(--mantine-color-anchor)" />
    </svg>
  )
}
