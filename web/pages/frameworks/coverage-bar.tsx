import { CoverageParts } from '#web/ui/coverage-parts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useCoverage } from './coverage-summary.tsx'

/** A bar that shows how many clauses of a framework are proven now. */
export const CoverageBar = ({ frameworkId }: { frameworkId: string }) => {
  const { data, error, refetch } = useCoverage(frameworkId)
  if (!data) return <ErrorNote error={error} retry={() => void refetch()} />
  return data.clauses === 0 ? '–' : <CoverageParts parts={data.states} />
}
