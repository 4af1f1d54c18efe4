import { Alert, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Download } from '#web/ui/download.tsx'
import { PrintButton, PrintDocument } from '#web/ui/print-document.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { WriteAssessment } from './assessment-dialog.tsx'
import { AssessedClauses } from './clauses.tsx'
import type { AssessmentDetail } from './model.ts'
import { Moves } from './moves.tsx'
import { AssessmentProgress } from './progress.tsx'
import { RoomSection } from './room-section.tsx'

const route = getRouteApi('/app/governance/assessments/$assessmentId')

const AssessmentFacts = ({ assessment }: { assessment: AssessmentDetail }) => {
  const { t } = useTranslation('assessments')
  const { frameworkTitle, frameworkVersion, assignees, completedAt, digest } = assessment
  return (
    <RecordFacts
      fields={fields.Assessment}
      labels={{ assessmentKey: t('key'), description: t('description') }}
      record={assessment}
      extraRows={[
        [
          t('framework'),
          <RecordLink key="framework" id={assessment.frameworkId}>
            {frameworkVersion ? `${frameworkTitle} (${frameworkVersion})` : frameworkTitle}
          </RecordLink>,
        ],
        [t('periodFrom'), <Time key="from" at={assessment.periodFrom} as="date" />],
        [t('periodUntil'), <Time key="until" at={assessment.periodUntil} as="date" />],
        [t('assessor'), assessment.assessorName ?? t('nobody')],
        [t('assignees'), assignees.map(({ name }) => name).join(', ')],
        [t('due'), assessment.dueAt && <Time key="due" at={assessment.dueAt} as="date" />],
        [t('completedBy'), assessment.completedByName],
        [t('completedAt'), completedAt && <Time key="completed" at={completedAt} />],
        [t('digest'), digest && <Copyable key="digest" value={digest} />],
      ]}
    />
  )
}

export const AssessmentPage = () => {
  const { t } = useTranslation('assessments')
  const { t: common } = useTranslation()
  const { assessmentId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const can = useCan()
  const only = (['answered', 'unanswered'] as const).find(option => option === search.only)
  const params = { path: { assessmentId } }
  return (
    <PrintDocument kind={common('print.kinds.assessment')}>
      <RecordDetail
        query={api.useQuery('get', '/api/workspace/assessments/{assessmentId}', { params })}
        list={linkOptions({ to: '/governance/assessments' })}
        listTitle={t('title')}
        responsible={assessment => assessment.assessorId}
        comments
        buttons={assessment => (
          <>
            <PrintButton />
            {can('updateAssessment') && ['planned', 'in_progress'].includes(assessment.status) && (
              <WriteAssessment assessment={assessment} />
            )}
            {assessment.status === 'completed' && can('getAssessmentOscal') && (
              <Download href={`/api/workspace/assessments/${assessmentId}/oscal`}>{t('oscal')}</Download>
            )}
            <Moves assessment={assessment} />
          </>
        )}
      >
        {assessment => (
          <Stack>
            {assessment.status === 'in_review' && assessment.hadHand && can('completeAssessment') && (
              <Alert icon={<IconInfoCircle />}>{t('hand')}</Alert>
            )}
            <Section title={t('facts')}>
              <Stack>
                <AssessmentProgress progress={assessment.progress} words />
                <AssessmentFacts assessment={assessment} />
              </Stack>
            </Section>
            {assessment.external && can('getAssessmentRoom') && <RoomSection assessment={assessment} />}
            <Section title={t('clauses')}>
              <AssessedClauses
                assessment={assessment}
                only={only}
                onOnly={value => navigate({ search: value ? { only: value } : {} })}
              />
            </Section>
          </Stack>
        )}
      </RecordDetail>
    </PrintDocument>
  )
}
