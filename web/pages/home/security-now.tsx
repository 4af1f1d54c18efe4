import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { Time } from '#web/ui/time.tsx'
import { Card, Figures, ShortList } from './card.tsx'

/** The card for the newest security events, and the number of refusals and failing jobs. */
export const SecurityNow = () => {
  const { t } = useTranslation('home')
  const { t: trails } = useTranslation('trails')
  const query = api.useQuery('get', '/api/workspace/overview/security')
  return (
    <Card title={t('security.title')} link={{ to: '/trails/security-events' }} query={query}>
      {data => (
        <>
          <Figures
            countedUpTo={data.countedUpTo}
            figures={[
              {
                label: t('security.day'),
                value: data.securityEvents24h,
                link: { to: '/trails/security-events' },
                alarms: 'bad',
              },
              {
                label: t('security.week'),
                value: data.securityEvents7d,
                link: { to: '/trails/security-events' },
                alarms: 'soon',
              },
              {
                label: t('security.refusals'),
                value: data.refusals24h,
                link: { to: '/trails/audit', search: { outcome: 'refused' } },
              },
              { label: t('security.jobs'), value: data.jobsFailing, link: { to: '/trails/jobs' }, alarms: 'bad' },
            ]}
          />
          {data.newest.length > 0 ? (
            <ShortList title={t('security.newest')}>
              {data.newest.map(event => (
                <Group key={event.id} justify="space-between" wrap="nowrap">
                  <Text size="sm" truncate>
                    <AnchorLink to="/trails/security-events" search={{ kind: event.type }} fz="inherit">
                      {trails(`events.type.${event.type}.name`)}
                    </AnchorLink>
                  </Text>
                  <Time at={event.createdAt} as="ago" size="sm" c="dimmed" />
                </Group>
              ))}
            </ShortList>
          ) : (
            <Text size="sm" c="dimmed">
              {t('security.nothing')}
            </Text>
          )}
        </>
      )}
    </Card>
  )
}
