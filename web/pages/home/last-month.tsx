import { Accordion, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Trend } from '#web/ui/trend.tsx'

interface ChartProps {
  readonly title: string
  readonly query: { readonly data?: object | undefined; readonly error: unknown; refetch(): unknown }
  readonly children: React.ReactNode
}

const Chart = ({ title, query: { data, error, refetch }, children }: ChartProps) => (
  <div>
    <Text size="sm" fw={600} mb={4}>
      {title}
    </Text>
    {data ? children : error ? <ErrorNote error={error} retry={() => void refetch()} /> : <Lines count={4} />}
  </div>
)

const Claims = () => {
  const { t } = useTranslation('home')
  const query = api.useQuery('get', '/api/workspace/overview/evidence')
  const trend = query.data?.trend
  return (
    <Chart title={t('month.evidence')} query={query}>
      {trend && (
        <Trend
          days={trend.days}
          series={[
            { name: t('month.created'), tone: 'neutral', values: trend.created },
            { name: t('month.accepted'), tone: 'good', values: trend.accepted },
            { name: t('month.rejected'), tone: 'bad', values: trend.rejected },
          ]}
        />
      )}
    </Chart>
  )
}

const Filings = () => {
  const { t } = useTranslation('home')
  const query = api.useQuery('get', '/api/workspace/overview/submissions')
  const trend = query.data?.trend
  return (
    <Chart title={t('month.submissions')} query={query}>
      {trend && (
        <Trend days={trend.days} series={[{ name: t('month.events'), tone: 'neutral', values: trend.events }]} />
      )}
    </Chart>
  )
}

const Deliveries = () => {
  const { t } = useTranslation('home')
  const query = api.useQuery('get', '/api/workspace/overview/webhooks')
  const trend = query.data?.trend
  return (
    <Chart title={t('month.webhooks')} query={query}>
      {trend && (
        <Trend
          days={trend.days}
          series={[
            { name: t('month.succeeded'), tone: 'good', values: trend.succeeded },
            { name: t('month.failed'), tone: 'bad', values: trend.failed },
          ]}
        />
      )}
    </Chart>
  )
}

const month = 'month'

/** The activity of the last 30 days. Folded; its charts are only loaded when it opens. */
export const LastMonth = () => {
  const { t } = useTranslation('home')
  const can = useCan()
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <Accordion variant="contained" value={opened} onChange={setOpened} className="no-print">
      <Accordion.Item value={month}>
        <Accordion.Control>{t('month.title')}</Accordion.Control>
        <Accordion.Panel>
          {opened === month && (
            <SimpleGrid cols={{ base: 1, md: can('getWebhooksOverview') ? 3 : 2 }}>
              <Claims />
              <Filings />
              {can('getWebhooksOverview') && <Deliveries />}
            </SimpleGrid>
          )}
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
