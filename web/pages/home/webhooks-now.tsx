import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { Time } from '#web/ui/time.tsx'
import { Trend } from '#web/ui/trend.tsx'
import { Card, Figures, ShortList } from './card.tsx'

/** The card for failing receivers and secrets that are due for rotation. */
export const WebhooksNow = () => {
  const { t } = useTranslation('home')
  const query = api.useQuery('get', '/api/workspace/overview/webhooks')
  return (
    <Card title={t('webhooks.title')} link={{ to: '/webhooks' }} query={query}>
      {data => (
        <>
          <Figures
            countedUpTo={data.countedUpTo}
            figures={[
              { label: t('webhooks.failing'), value: data.failing, link: { to: '/webhooks' }, alarms: 'bad' },
              { label: t('webhooks.dead'), value: data.deadLetters, link: { to: '/webhooks' }, alarms: 'bad' },
              { label: t('webhooks.pending'), value: data.pending, link: { to: '/webhooks' } },
              { label: t('webhooks.secrets'), value: data.secretsOverdue, link: { to: '/webhooks' }, alarms: 'bad' },
            ]}
          />
          {data.failingEndpoints.length > 0 && (
            <ShortList title={t('webhooks.failing')}>
              {data.failingEndpoints.map(({ id, name, host, failingSince, lastFailure }) => (
                <div key={id}>
                  <Group justify="space-between" wrap="nowrap">
                    <AnchorLink to="/webhooks/$webhookId" params={{ webhookId: id }} size="sm" truncate>
                      {name || host}
                    </AnchorLink>
                    <Time at={failingSince} as="ago" size="sm" c="dimmed" />
                  </Group>
                  {lastFailure && (
                    <Text size="xs" c="dimmed" truncate>
                      {lastFailure}
                    </Text>
                  )}
                </div>
              ))}
            </ShortList>
          )}
          <Trend
            days={data.trend.days}
            series={[
              { name: t('webhooks.succeeded'), tone: 'good', values: data.trend.succeeded },
              { name: t('webhooks.failed'), tone: 'bad', values: data.trend.failed },
            ]}
          />
        </>
      )}
    </Card>
  )
}
