import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Replaces an empty list: explains what belongs here, and offers a next step (`children`). */
export const Empty = ({ title, text, children }: { title: string; text?: string; children?: ReactNode }) => (
  <Paper withBorder p="xl">
    <Stack align="center" gap="xs">
      <Text fw={600} ta="center" className="balanced">
        {title}
      </Text>
      {text && (
        <Text c="dimmed" ta="center" maw={520} className="balanced">
          {text}
        </Text>
      )}
      {children}
    </Stack>
  </Paper>
)
