import { useTranslation } from 'react-i18next'
import { ChooseMany } from '#web/family/choose.tsx'
import { RecordAct } from '#web/family/record-act.tsx'
import type { AssessmentDetail } from './model.ts'

interface Props {
  /** The assessment to change. Without it, the dialog creates one. */
  readonly assessment?: AssessmentDetail
  readonly onSaved?: (record: { readonly id: string }) => void
}

const maxAssignees = 20

const offer = { kind: 'assessor', status: 'active' } as const

/** A button with a dialog that plans or changes an assessment. */
export const WriteAssessment = ({ assessment, onSaved }: Props) => {
  const { t } = useTranslation('assessments')
  const { t: rooms } = useTranslation('rooms')
  const assessor = assessment && { id: assessment.assessorId, name: assessment.assessorName }
  const assignees = assessment?.assignees ?? []
  return (
    <RecordAct
      noun="Assessment"
      label={t(assessment ? 'edit' : 'new')}
      labels={{
        assessmentKey: { label: t('key'), hint: t('keyHint') },
        title: t('name'),
        frameworkId: t('framework'),
        description: t('description'),
        periodFrom: t('periodFrom'),
        periodUntil: t('periodUntil'),
        assessorId: { label: t('assessor'), hint: t('assessorHint') },
        dueAt: t('due'),
        external: { label: rooms('external'), hint: rooms('externalHint') },
      }}
      choices={{
        frameworkId: { offer: { kind: 'framework' }, placeholder: t('chooseFramework') },
        assessorId: { offer, placeholder: t('nobody'), selected: assessor },
      }}
      record={assessment}
      extra={{ assigneeIds: assignees.map(({ id }) => id) }}
      title={t(assessment ? 'editTitle' : 'new')}
      {...(onSaved && { onDone: onSaved })}
    >
      {form => (
        <ChooseMany
          label={t('assignees')}
          description={t('assigneesHint')}
          offer={offer}
          labels={assignees.map(({ id, name }) => ({ value: id, label: name }))}
          limit={maxAssignees}
          {...form.getInputProps('assigneeIds')}
        />
      )}
    </RecordAct>
  )
}
