import './evidence.css'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { answered, api, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { useClaimColumns } from './claim-columns.tsx'
import type { Requirement as Shown } from './queries.ts'
import { RequirementDialog } from './requirement-dialog.tsx'

const route = getRouteApi('/app/evidence/requirements/$requirementId')

const Buttons = ({ requirement }: { requirement: Shown }) => {
  const { t } = useTranslation('evidence')
  const refresh = useRefresh()
  const { time, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('requirement.edit')}
      </Button>
      <NextStatuses
        of={requirement}
        statuses={requirement.nextStatuses}
        words={status => ({
          button: t(`requirement.to.${status}`),
          title: t(`requirement.toTitle.${status}`),
          text: t(`requirement.toText.${status}`),
        })}
        change={async (status, reason, header) => {
          const params = { path: { requirementId: requirement.id }, header }
          const body = { status, reason }
          await answered(client.PATCH('/api/workspace/evidence-requirements/{requirementId}', { params, body }))
          await refresh()
        }}
      />
      <RequirementDialog key={time} requirement={requirement} opened={opened} onClose={close} />
    </>
  )
}

const RequirementFacts = ({ requirement }: { requirement: Shown }) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const subject = [requirement.subjectModuleKey, requirement.subjectResourceType].filter(part => part !== null)
  return (
    <Facts
      entries={[
        [t('requirement.key'), <Copyable key="key" value={requirement.requirementKey} />],
        [
          t('requirement.description'),
          requirement.description && (
            <Text key="description" size="sm" className="as-written">
              {requirement.description}
            </Text>
          ),
        ],
        [t('requirement.validity'), common('time.days', { count: requirement.validityDays })],
        [t('requirement.owner'), requirement.owner?.name ?? t('board.noOwner')],
        [t('requirement.subject'), subject.join(' / ')],
        [t('requirement.createdAt'), <Time key="created" at={requirement.createdAt} />],
        [t('requirement.updatedAt'), <Time key="updated" at={requirement.updatedAt} />],
        [t('requirement.id'), <Copyable key="id" value={requirement.id} />],
      ]}
    />
  )
}

const RequirementClaims = ({ requirementId }: { requirementId: string }) => {
  const { t } = useTranslation('evidence')
  const pages = usePages(
    '/api/workspace/claims',
    { query: { evidenceRequirementId: requirementId } },
    page => page.claims,
  )
  return (
    <RecordTable
      label={t('requirement.claims')}
      pages={pages}
      columns={useClaimColumns()}
      rowKey={claim => claim.id}
      to={claim => linkOptions({ to: '/evidence/claims/$claimId', params: { claimId: claim.id } })}
      empty={<Empty title={t('requirement.noClaims')} text={t('claims.emptyText')} />}
    />
  )
}

export const Requirement = () => {
  const { t } = useTranslation('evidence')
  const { requirementId } = route.useParams()
  const can = useCan()
  const {
    data: requirement,
    error,
    refetch,
  } = api.useQuery('get', '/api/workspace/evidence-requirements/{requirementId}', {
    params: { path: { requirementId } },
  })
  if (error && !requirement) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!requirement) return <PageSkeleton />

  return (
    <>
      <PageHeader
        title={requirement.title}
        beside={<StatusBadge status={requirement.status} />}
        back={
          <AnchorLink to="/evidence" fz="sm">
            {t('board.title')}
          </AnchorLink>
        }
      >
        {can('updateEvidenceRequirement') && <Buttons requirement={requirement} />}
        {can('createClaim') && requirement.status === 'active' && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={props => (
              <Link {...props} to="/evidence/claims/new" search={{ evidenceRequirementId: requirement.id }} />
            )}
          >
            {t('claims.new')}
          </Button>
        )}
      </PageHeader>
      <Stack>
        <Section title={t('requirement.facts')}>
          <RequirementFacts requirement={requirement} />
        </Section>
        <Section
          title={t('requirement.claims')}
          actions={
            <Anchor
              fz="sm"
              renderRoot={props => (
                <Link {...props} to="/evidence/claims" search={{ evidenceRequirementId: requirement.id }} />
              )}
            >
              {t('requirement.allClaims')}
            </Anchor>
          }
        >
          <RequirementClaims requirementId={requirement.id} />
        </Section>
      </Stack>
    </>
  )
}
