import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { DecideApproval, ProposedChanges, RequestFacts, useRequestTitle } from '#web/family/second-person.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecentAudit } from '#web/ui/recent-audit.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'

const route = getRouteApi('/app/governance/approvals/$requestId')

/** A change that waits for a second person, or the outcome of that request. */
export const ApprovalPage = () => {
  const { t } = useTranslation('approvals')
  const { t: nav } = useTranslation('work')
  const can = useCan()
  const titleOf = useRequestTitle()
  const { requestId } = route.useParams()
  const params = { path: { requestId } }
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/approval-requests/{requestId}', { params })
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader
        title={t(`questions.${data.kind}`, { title: titleOf(data) })}
        titleExtra={<StatusBadge status={data.status} {...(data.status === 'open' && { color: 'blue' })} />}
        back={
          <AnchorLink to="/my-work" fz="sm">
            {nav('title')}
          </AnchorLink>
        }
      >
        <DecideApproval request={data} size="sm" />
      </PageHeader>
      <Stack>
        <Section title={t('facts')}>
          <RequestFacts request={data} linked />
          <ProposedChanges request={data} />
        </Section>
        {can('listAuditEvents') && <RecentAudit filter={{ resourceId: requestId }} />}
      </Stack>
    </>
  )
}
