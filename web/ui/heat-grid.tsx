import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly label: string
  /** The names of both axes, with arrows. */
  readonly axes: string
  /** The degrees of each axis, lowest first. */
  readonly degrees: readonly number[]
  readonly toneAt: (row: number, column: number) => 'high' | 'middle' | 'low'
  readonly renderCell: (row: number, column: number) => ReactNode
}

/** A square of cells by two degrees, colored by their tone; the highest row comes first. */
export const HeatGrid = ({ label, axes, degrees, toneAt, renderCell }: Props) => (
  <Stack gap={4}>
    <Text size="sm" fw={550}>
      {label}
    </Text>
    <Text size="xs" c="dimmed" aria-hidden>
      {axes}
    </Text>
    <table className="heat-grid" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <span className="only-read-aloud">{axes}</span>
          </th>
          {degrees.map(column => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {degrees.toReversed().map(row => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {degrees.map(column => (
              <td key={column} data-tone={toneAt(row, column)}>
                {renderCell(row, column)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Stack>
)
