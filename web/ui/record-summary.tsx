import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** The main fact about the record, as a sentence. */
  readonly sentence: ReactNode
  /** Further lines, in smaller type. */
  readonly children?: ReactNode
}

/** The summary at the top of a record's page. */
export const RecordSummary = ({ sentence, children }: Props) => (
  <Paper withBorder p="md">
    <Stack gap={4}>
      <Text size="lg" fw={600}>
        {sentence}
      </Text>
      {children}
    </Stack>
  </Paper>
)
