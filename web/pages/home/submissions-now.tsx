import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { Time } from '#web/ui/time.tsx'
import { Trend } from '#web/ui/trend.tsx'
import { Card, Figures, ShortList } from './card.tsx'

/** The card for filings that are due or wait for a receipt. */
export const SubmissionsNow = () => {
  const { t } = useTranslation('home')
  const query = api.useQuery('get', '/api/workspace/overview/submissions')
  return (
    <Card title={t('submissions.title')} link={{ to: '/submissions' }} query={query}>
      {data => (
        <>
          <Figures
            countedUpTo={data.countedUpTo}
            figures={[
              {
                label: t('submissions.overdue'),
                value: data.overdue,
                link: { to: '/submissions', search: { view: 'due' } },
                alarms: 'bad',
              },
              {
                label: t('submissions.week'),
                value: data.dueIn7Days,
                link: { to: '/submissions', search: { view: 'due' } },
                alarms: 'soon',
              },
              { label: t('submissions.month'), value: data.dueIn30Days, link: { to: '/submissions/calendar' } },
              {
                label: t('submissions.waiting'),
                value: data.waitingForReceipt,
                link: { to: '/submissions', search: { status: 'submitted' } },
              },
            ]}
          />
          {data.next.length > 0 && (
            <ShortList title={t('submissions.next')}>
              {data.next.map(({ submissionPackage: { id, title, dueAt } }) => (
                <Group key={id} justify="space-between" wrap="nowrap">
                  <AnchorLink to="/submissions/packages/$packageId" params={{ packageId: id }} size="sm" truncate>
                    {title}
                  </AnchorLink>
                  <Time at={dueAt} as="date" size="sm" c="dimmed" />
                </Group>
              ))}
            </ShortList>
          )}
          {data.next.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('submissions.nothing')}
            </Text>
          )}
          <Trend
            days={data.trend.days}
            series={[{ name: t('submissions.events'), tone: 'neutral', values: data.trend.events }]}
          />
        </>
      )}
    </Card>
  )
}
