import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWindowTitle } from './window-title.ts'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  /** Next to the title, such as a status. */
  readonly beside?: ReactNode
  /** Above the title: the way back. */
  readonly back?: ReactNode
  /** Buttons. */
  readonly children?: ReactNode
}

/** The head of a page: its title, which is also the window's, and its actions. */
export const PageHeader = ({ title, description, beside, back, children }: Props) => {
  useWindowTitle(title)
  return (
    <Box mb="md">
      {back}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box miw={0} flex="1 1 16rem">
          <Group gap="sm">
            <Title order={1}>{title}</Title>
            {beside}
          </Group>
          {description && (
            <Text c="dimmed" maw={720}>
              {description}
            </Text>
          )}
        </Box>
        {children && (
          <Group gap="xs" className="no-print">
            {children}
          </Group>
        )}
      </Group>
    </Box>
  )
}
