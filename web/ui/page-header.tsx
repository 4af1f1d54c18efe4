import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWindowTitle } from './window-title.ts'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  /** Content next to the title, such as a status. */
  readonly titleExtra?: ReactNode
  /** A link back, above the title. */
  readonly back?: ReactNode
  /** The action buttons. */
  readonly children?: ReactNode
}

/** The header of a page: the title, which also names the window, and the actions. */
export const PageHeader = ({ title, description, titleExtra, back, children }: Props) => {
  useWindowTitle(title)
  return (
    <Box mb="md">
      {back}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box miw={0} flex="1 1 16rem">
          <Group gap="sm">
            <Title order={1}>{title}</Title>
            {titleExtra}
          </Group>
          {description && (
            <Text component="div" c="dimmed" maw={720} className="balanced">
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
