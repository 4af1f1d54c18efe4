import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  /** Buttons next to the title. */
  readonly actions?: ReactNode
  /** Whether the title takes the focus, because the section replaces the one that the person was in. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
}

const focus = (title: HTMLElement | null): void => title?.focus()

/** A part of a page with its own title. */
export const Section = ({ title, actions, takesFocus = false, children }: Props) => {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} id={id} {...(takesFocus && { ref: focus, tabIndex: -1 })}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Paper>
  )
}
