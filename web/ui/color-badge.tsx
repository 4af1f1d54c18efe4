import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'

export interface ColorBadgeProps {
  readonly color: 'teal' | 'blue' | 'yellow' | 'orange' | 'red' | 'gray'
  readonly size?: 'sm'
  readonly children: ReactNode
}

const { root, label } = Badge.classes as { readonly root: string; readonly label: string }

/**
 * A badge with a dot in the color of its text. It looks like Mantine's, but consists of plain elements and takes its
 * colors from a style sheet (app.css): a list that scrolls draws thousands of badges.
 */
export const ColorBadge = ({ color, size, children }: ColorBadgeProps) => (
  <div className={`mantine-Badge-root status ${root}`} data-color={color} data-size={size}>
    <span className={`mantine-Badge-label ${label}`}>{children}</span>
  </div>
)
