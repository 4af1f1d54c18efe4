import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ChooseMany } from '#web/family/choose.tsx'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import type { AssessmentDetail } from './model.ts'

interface Props {
  /** The assessment to change. Without it, the dialog creates one. */
  readonly assessment?: AssessmentDetail
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (id: string) => void
}

const maxAssignees = 20

const offer = { kind: 'assessor', status: 'active' } as const

/** Plans or changes an assessment. Mounted again for each opening, to start with the current values. */
export const AssessmentDialog = ({ assessment, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('assessments')
  const { t: rooms } = useTranslation('rooms')
  const refresh = useRefresh()
  const assessor = assessment && { id: assessment.assessorId, name: assessment.assessorName }
  const assignees = assessment?.assignees ?? []
  return (
    <RecordDialog
      operation={assessment ? 'updateAssessment' : 'createAssessment'}
      fields={fields.Assessment}
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
      opened={opened}
      onClose={onClose}
      title={t(assessment ? 'editTitle' : 'new')}
      create={async (body, reason) => {
        const { id } = await unwrap(client.POST('/api/workspace/assessments', { body: { ...body, reason } }))
        void refresh()
        onSaved?.(id)
      }}
      change={async ({ assessmentKey: _, frameworkId: __, ...changes }, reason, header) => {
        const params = { path: { assessmentId: assessment?.id ?? '' }, header }
        const body = { ...changes, reason }
        await unwrap(client.PATCH('/api/workspace/assessments/{assessmentId}', { params, body }))
        await refresh()
      }}
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
    </RecordDialog>
  )
}
