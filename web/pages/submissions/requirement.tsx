import { Anchor, Stack, Text, Title } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { answered, api, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Requirement } from './model.ts'
import { PolicyFlow } from './policy-flow.tsx'
import { PolicyInWords } from './policy-in-words.tsx'
import { EditRequirement } from './requirement-dialog.tsx'

const route = getRouteApi('/app/submissions/requirements/$requirementId')

/** What the requirement can become now, each as a button with its dialog. */
const ChangeStatus = ({ requirement }: { requirement: Requirement }) => {
  const { t } = useTranslation('submissions')
  const refresh = useRefresh()
  return (
    <NextStatuses
      of={requirement}
      statuses={requirement.nextStatuses}
      words={status => ({
        button: t(`become.${status}`),
        title: t(`become.${status}`),
        text: t(`becomeText.${status}`),
        danger: status === 'archived',
      })}
      change={async (status, reason, header) => {
        const params = { path: { requirementId: requirement.id }, header }
        const body = { status, reason }
        await answered(client.PATCH('/api/workspace/submission-requirements/{requirementId}', { params, body }))
        await refresh()
      }}
    />
  )
}

/** One requirement: its policy, what that means for packages, and its status. */
export const RequirementPage = () => {
  const { t } = useTranslation('submissions')
  const can = useCan()
  const { requirementId } = route.useParams()
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/submission-requirements/{requirementId}', {
    params: { path: { requirementId } },
  })
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const mayChange = can('updateSubmissionRequirement')
  return (
    <>
      <PageHeader
        title={data.title}
        beside={<StatusBadge status={data.status} />}
        back={
          <AnchorLink to="/submissions/requirements" size="sm">
            {t('requirements.title')}
          </AnchorLink>
        }
      >
        {mayChange && <EditRequirement requirement={data} />}
        {mayChange && <ChangeStatus requirement={data} />}
      </PageHeader>
      <Stack gap="lg">
        <Facts
          entries={[
            [t('requirements.key'), <code key="key">{data.requirementKey}</code>],
            [t('requirements.kind'), t(`submissionKind.${data.submissionKind}`)],
            [t('requirements.policy'), <PolicyInWords key="policy" {...data.policy} />],
            [t('requirements.changed'), <Time key="changed" at={data.updatedAt} as="ago" />],
            [t('package.id'), <Copyable key="id" value={data.id} />],
            [
              t('requirements.packages'),
              <Anchor
                key="packages"
                size="sm"
                renderRoot={props => (
                  <Link to="/submissions" search={{ submissionRequirementId: requirementId }} {...props} />
                )}
              >
                {t('requirements.showPackages')}
              </Anchor>,
            ],
          ]}
        />
        <section>
          <Title order={2}>{t('requirements.flow')}</Title>
          <Text c="dimmed" size="sm" mb="sm">
            {t('requirements.flowText')}
          </Text>
          <PolicyFlow transitions={data.transitions} label={t('requirements.flow')} />
        </section>
      </Stack>
    </>
  )
}
