import { Stack } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { AfterIdle } from '#web/ui/after-idle.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Coverage, hasCoverage } from './coverage.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LateAndNext } from './late-and-next.tsx'
import { WorkSummary } from './work-summary.tsx'

const Operate = lazyPart(() => import('./operate.tsx').then(({ Operate }) => Operate))
const LastMonth = lazyPart(() => import('./last-month.tsx').then(({ LastMonth }) => LastMonth))

/** Shows a query without data: its error, or placeholders while it loads. */
const Waiting = ({ query: { error, refetch } }: { query: { error: unknown; refetch(): unknown } }) =>
  error ? <ErrorNote error={error} retry={() => void refetch()} /> : <Lines count={4} />

/** The home page: the user's open work, the coverage of frameworks, and problems. */
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
      {work.data && <WorkSummary counts={work.data.counts} />}
      <Stack>
        {firstSteps && <FirstSteps done={firstSteps} />}
        <div className="home-columns">
          {hasWork && (work.data ? <LateAndNext overview={work.data} /> : <Waiting query={work} />)}
          <Stack>
            {!coverage.data && <Waiting query={coverage} />}
            {coverage.data && hasCoverage(coverage.data) && <Coverage overview={coverage.data} />}
            <AfterIdle>
              <Suspense fallback={null}>{can('getOperationsOverview') && <Operate />}</Suspense>
            </AfterIdle>
          </Stack>
        </div>
        <AfterIdle>
          <Suspense fallback={null}>{firstSteps?.proof !== false && <LastMonth />}</Suspense>
        </AfterIdle>
      </Stack>
    </>
  )
}
