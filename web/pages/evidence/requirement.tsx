import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { ExportButton } from '#web/pages/exports/export-button.tsx'
import { ServedClauses } from '#web/pages/frameworks/served-clauses.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { AnchorLink, ButtonLink } from '#web/ui/links.tsx'
import { usePages } from '#web/ui/pages.ts'
import { RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { useClaimColumns } from './claim-columns.tsx'
import type { Requirement as EvidenceRequirement } from './queries.ts'
import { RequirementDialog } from './requirement-dialog.tsx'
import { RequirementAnswer } from './requirement-summary.tsx'

const route = getRouteApi('/app/evidence/requirements/$requirementId')

const Buttons = ({ requirement }: { requirement: EvidenceRequirement }) => {
  const { t } = useTranslation('evidence')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('requirement.edit')}
      </Button>
      <NextStatuses
        operation="updateEvidenceRequirement"
        record={requirement}
        statuses={requirement.nextStatuses}
        texts={status => ({
          button: t(`requirement.to.${status}`),
          title: t(`requirement.toTitle.${status}`),
          text: t(`requirement.toText.${status}`),
        })}
      />
      <RequirementDialog key={openCount} requirement={requirement} opened={opened} onClose={close} />
    </>
  )
}

const RequirementFacts = ({ requirement }: { requirement: EvidenceRequirement }) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const subject = [requirement.subjectModuleKey, requirement.subjectResourceType].filter(part => part !== null)
  return (
    <RecordFacts
      fields={fields.EvidenceRequirement}
      labels={{ requirementKey: t('requirement.key'), description: t('requirement.description') }}
      record={requirement}
      extraRows={[
        [t('requirement.validity'), common('time.days', { count: requirement.validityDays })],
        [
          t('requirement.retention'),
          requirement.retentionYears === null
            ? t('requirement.noRetention')
            : t('requirement.years', { count: requirement.retentionYears }),
        ],
        [t('requirement.reviewers'), String(requirement.reviewersRequired)],
        [t('requirement.owner'), requirement.owner?.name ?? t('board.noOwner')],
        [t('requirement.subject'), subject.join(' / ')],
        [t('requirement.createdAt'), <Time key="created" at={requirement.createdAt} />],
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
  const { t: ofFrameworks } = useTranslation('frameworks')
  const { requirementId } = route.useParams()
  const can = useCan()
  const params = { path: { requirementId } }
  const search = { evidenceRequirementId: requirementId }
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/evidence-requirements/{requirementId}', { params })}
      list={linkOptions({ to: '/evidence' })}
      listTitle={t('board.title')}
      responsible={requirement => requirement.owner?.id}
      comments
      buttons={requirement => (
        <>
          <ExportButton scope={{ kind: 'requirement', requirementId }} />
          {can('updateEvidenceRequirement') && <Buttons requirement={requirement} />}
          {can('createClaim') && requirement.status === 'active' && (
            <ButtonLink leftSection={<IconPlus size={16} aria-hidden />} to="/evidence/claims/new" search={search}>
              {t('requirement.addProof')}
            </ButtonLink>
          )}
        </>
      )}
    >
      {requirement => (
        <Stack>
          <RequirementAnswer requirement={requirement} />
          <Section
            title={t('requirement.claims')}
            actions={
              <AnchorLink fz="sm" to="/evidence/claims" search={search}>
                {t('requirement.allClaims')}
              </AnchorLink>
            }
          >
            <RequirementClaims requirementId={requirementId} />
          </Section>
          <Section title={ofFrameworks('served.title')}>
            <ServedClauses requirementId={requirementId} />
          </Section>
          <Fold label={t('requirement.facts')}>
            <RequirementFacts requirement={requirement} />
          </Fold>
        </Stack>
      )}
    </RecordDetail>
  )
}
