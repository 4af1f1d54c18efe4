import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  /** Buttons next to the title. */
  readonly actions?: ReactNode
  /** Whether its title takes the focus: the section replaces the one that the person left. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
}

const focus = (title: HTMLElement | null): void => title?.focus()

/** A part of a page under its own name. */
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
