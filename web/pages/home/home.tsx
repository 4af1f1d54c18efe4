import { Grid, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Answer } from './answer.tsx'
import { Coverage, hasCoverage } from './coverage.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LastMonth } from './last-month.tsx'
import { LateAndNext } from './late-and-next.tsx'
import { Operate } from './operate.tsx'

/** Shows a query whose answer has not arrived: its error, or placeholders. */
const Waiting = ({ query: { error, refetch } }: { query: { error: unknown; refetch(): unknown } }) =>
  error ? <ErrorNote error={error} retry={() => void refetch()} /> : <Lines count={4} />

/** The home page: what waits for the reader, how much is proven, and what is wrong. */
export const Home = () => {
  const { t } = useTranslation('home')
  const can = useCan()
  const work = api.useQuery('get', '/api/workspace/overview/work')
  const coverage = api.useQuery('get', '/api/workspace/overview/coverage')
  const { firstSteps } = work.data ?? {}
  const hasWork = work.data === undefined || work.data.work.length > 0
  return (
    <>
      <PageHeader title={t('title')} />
      {work.data && <Answer counts={work.data.counts} />}
      <Stack>
        {firstSteps && <FirstSteps done={firstSteps} />}
        <Grid>
          {hasWork && (
            <Grid.Col span={{ base: 12, lg: 7 }}>
              {work.data ? <LateAndNext overview={work.data} /> : <Waiting query={work} />}
            </Grid.Col>
          )}
          <Grid.Col span={{ base: 12, lg: hasWork ? 5 : 12 }}>
            <Stack>
              {!coverage.data && <Waiting query={coverage} />}
              {coverage.data && hasCoverage(coverage.data) && <Coverage overview={coverage.data} />}
              {can('getOperationsOverview') && <Operate />}
            </Stack>
          </Grid.Col>
        </Grid>
        {firstSteps?.proof !== false && <LastMonth />}
      </Stack>
    </>
  )
}
