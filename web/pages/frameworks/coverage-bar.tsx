import { Box, Group, Text } from '@mantine/core'
import { CoverageParts } from '#web/ui/coverage-parts.tsx'
import { useFormat } from '#web/ui/display.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { countsOf, useCoverage } from './coverage-summary.tsx'
import { percentOf } from './percent.ts'

/** The share of applicable clauses of a framework that is proven now, with a bar of all clauses by state. */
export const CoverageBar = ({ frameworkId }: { frameworkId: string }) => {
  const format = useFormat()
  const { data, error, refetch } = useCoverage(frameworkId)
  if (!data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (data.clauses === 0) return '–'
  const { applicable, proven } = countsOf(data)
  return (
    <Group gap="sm" wrap="nowrap">
      {applicable > 0 && (
        <Text span inherit w="3rem" ta="right">
          {format.percent(percentOf(proven, applicable))}
        </Text>
      )}
      <Box flex={1} miw={64}>
        <CoverageParts parts={data.states} />
      </Box>
    </Group>
  )
}
