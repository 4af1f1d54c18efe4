import { Stack, Text } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { ExportButton } from '#web/pages/exports/export-button.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { Section } from '#web/ui/section.tsx'
import { type Requirement, submissionKinds } from './model.ts'
import { PolicyFlow } from './policy-flow.tsx'
import { PolicyInWords } from './policy-in-words.tsx'
import { WriteRequirement } from './requirement-dialog.tsx'
import { ScheduleSection } from './schedule.tsx'

const route = getRouteApi('/app/submissions/requirements/$requirementId')

/** A button for each status that the requirement can change to. */
const ChangeStatus = ({ requirement }: { requirement: Requirement }) => {
  const { t } = useTranslation('submissions')
  return (
    <NextStatuses
      operation="updateSubmissionRequirement"
      record={requirement}
      statuses={requirement.nextStatuses}
      texts={status => ({
        button: t(`become.${status}`),
        title: t(`become.${status}`),
        text: t(`becomeText.${status}`),
        danger: status === 'archived',
      })}
    />
  )
}

/** The page of a requirement: its policy, the effect on packages, and its status. */
export const RequirementPage = () => {
  const { t } = useTranslation('submissions')
  const can = useCan()
  const { requirementId } = route.useParams()
  const params = { path: { requirementId } }
  const packagesLink = (
    <AnchorLink size="sm" to="/submissions" search={{ submissionRequirementId: requirementId }}>
      {t('requirements.showPackages')}
    </AnchorLink>
  )
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/submission-requirements/{requirementId}', { params })}
      list={linkOptions({ to: '/submissions/requirements' })}
      listTitle={t('requirements.title')}
      comments
      buttons={requirement => (
        <>
          <ExportButton scope={{ kind: 'requirement', requirementId: requirement.id }} />
          {can('updateSubmissionRequirement') && (
            <>
              <WriteRequirement requirement={requirement} />
              <ChangeStatus requirement={requirement} />
            </>
          )}
        </>
      )}
    >
      {requirement => (
        <Stack>
          <Section title={t('requirements.facts')}>
            <RecordFacts
              fields={fields.SubmissionRequirement}
              labels={{ requirementKey: t('requirements.key'), submissionKind: t('requirements.kind') }}
              choices={{
                submissionKind: submissionKinds.map(value => ({ value, label: t(`submissionKind.${value}`) })),
              }}
              record={requirement}
              extraRows={[
                [t('requirements.policy'), <PolicyInWords key="policy" {...requirement.policy} />],
                [t('requirements.packages'), packagesLink],
              ]}
            />
          </Section>
          <ScheduleSection requirement={requirement} />
          <Section title={t('requirements.flow')}>
            <Text c="dimmed" size="sm" mb="sm">
              {t('requirements.flowText')}
            </Text>
            <PolicyFlow transitions={requirement.transitions} label={t('requirements.flow')} />
          </Section>
        </Stack>
      )}
    </RecordDetail>
  )
}
