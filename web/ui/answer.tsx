import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** The sentence that answers why people open the page. */
  readonly sentence: ReactNode
  /** Further lines, in smaller type. */
  readonly children?: ReactNode
}

/** The answer at the top of a record's page. */
export const Answer = ({ sentence, children }: Props) => (
  <Paper withBorder p="md">
    <Stack gap={4}>
      <Text size="lg" fw={600}>
        {sentence}
      </Text>
      {children}
    </Stack>
  </Paper>
)
