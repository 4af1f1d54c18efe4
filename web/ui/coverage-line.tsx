import { Text } from '@mantine/core'
import './coverage.css'

interface Point {
  /** A day of the workspace, such as 2026-11-29. */
  readonly day: string
  /** 0 to 1. */
  readonly share: number
}

interface Props {
  /** Oldest first. Days without a value are missing, and the line has a gap there. */
  readonly points: readonly Point[]
  /** The first and the last day of the chart. */
  readonly from: string
  readonly until: string
  /** The content of the line, in words. */
  readonly label: string
}

const width = 600
const height = 90
const dayMs = 86_400_000

/** The parts of the line between missing days. */
const segmentsOf = (points: readonly Point[]): Point[][] => {
  const segments: Point[][] = []
  for (const point of points) {
    const last = segments.at(-1)
    const before = last?.at(-1)
    if (last && before && Date.parse(point.day) - Date.parse(before.day) <= dayMs) last.push(point)
    else segments.push([point])
  }
  return segments
}

/** A line of shares by day, on a scale from 0 to 100 per cent. */
export const CoverageLine = ({ points, from, until, label }: Props) => {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const x = (day: string) => (width * (Date.parse(day) - start)) / Math.max(end - start, dayMs)
  const y = (share: number) => height * (1 - share)
  return (
    <figure className="coverage-line">
      <svg viewBox={`-4 -4 ${width + 8} ${height + 8}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {[0, 0.5, 1].map(share => (
          <line key={share} x1={0} x2={width} y1={y(share)} y2={y(share)} className="coverage-line-grid" />
        ))}
        {segmentsOf(points).map(segment => {
          const [first] = segment
          if (!first) return null
          // A polyline of one point is invisible, so a single day appears twice.
          const drawn = segment.length === 1 ? [first, first] : segment
          return <polyline key={first.day} points={drawn.map(({ day, share }) => `${x(day)},${y(share)}`).join(' ')} />
        })}
      </svg>
      <Text component="figcaption" size="xs" c="dimmed" aria-hidden>
        {label}
      </Text>
    </figure>
  )
}
