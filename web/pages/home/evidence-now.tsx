import type { LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { Trend } from '#web/ui/trend.tsx'
import { Card, Figures } from './card.tsx'

/** The card for claims to decide, and for evidence that is or will soon be stale. */
export const EvidenceNow = () => {
  const { t } = useTranslation('home')
  const { person } = useSession()
  const query = api.useQuery('get', '/api/workspace/overview/evidence')
  const isReviewer = person.role === 'admin' || person.role === 'reviewer'
  const queue: LinkProps = isReviewer
    ? { to: '/evidence/review' }
    : { to: '/evidence/claims', search: { status: 'submitted' } }
  return (
    <Card title={t('evidence.title')} link={{ to: '/evidence' }} query={query}>
      {data => (
        <>
          <Figures
            countedUpTo={data.countedUpTo}
            figures={[
              isReviewer
                ? {
                    label: t('evidence.assigned'),
                    value: data.assignedToMe,
                    link: { to: '/evidence/review', search: { whose: 'mine' } },
                    alarms: 'soon',
                  }
                : {
                    label: t('evidence.current'),
                    value: data.current,
                    link: { to: '/evidence', search: { state: 'current' } },
                  },
              { label: t('evidence.toReview'), value: data.toReview, link: queue },
              {
                label: t('evidence.stale'),
                value: data.stale + data.missing,
                link: { to: '/evidence', search: { state: 'stale' } },
                alarms: 'bad',
              },
              {
                label: t('evidence.dueSoon'),
                value: data.dueSoon,
                link: { to: '/evidence', search: { state: 'due_soon' } },
                alarms: 'soon',
              },
            ]}
          />
          <Trend
            days={data.trend.days}
            series={[
              { name: t('evidence.created'), tone: 'neutral', values: data.trend.created },
              { name: t('evidence.accepted'), tone: 'good', values: data.trend.accepted },
              { name: t('evidence.rejected'), tone: 'bad', values: data.trend.rejected },
            ]}
          />
        </>
      )}
    </Card>
  )
}
