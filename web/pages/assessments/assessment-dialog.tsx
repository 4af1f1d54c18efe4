import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { answered, client } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import { type AssessmentDetail, useFrameworks } from './model.ts'
import { choicesOf, usePeople } from './people.ts'

interface Props {
  /** The assessment to change; a new one when left out. */
  readonly assessment?: AssessmentDetail
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSaved?: (id: string) => void
}

const most = 20

/** Plans or changes an assessment. Mounted again for each opening, so that it begins with the current values. */
export const AssessmentDialog = ({ assessment, opened, onClose, onSaved }: Props) => {
  const { t } = useTranslation('assessments')
  const { t: rooms } = useTranslation('rooms')
  const refresh = useRefresh()
  const { data: everybody = [] } = usePeople()
  const frameworks = useFrameworks().data?.frameworks ?? []
  const people = everybody.filter(({ role }) => role !== 'auditor')
  const assessor = assessment && { id: assessment.assessorId, name: assessment.assessorName }
  const assignees = assessment?.assignees ?? []
  const chosen = [...assignees.filter(({ id }) => !people.some(one => one.id === id)), ...people]
  return (
    <RecordDialog
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
        frameworkId: [
          { value: '', label: t('chooseFramework') },
          ...frameworks.map(({ id, frameworkKey, title }) => ({ value: id, label: `${frameworkKey} · ${title}` })),
        ],
        assessorId: [{ value: '', label: t('nobody') }, ...choicesOf(people, assessor)],
      }}
      of={assessment}
      more={{ assigneeIds: assignees.map(({ id }) => id) }}
      opened={opened}
      onClose={onClose}
      title={t(assessment ? 'editTitle' : 'new')}
      create={async (body, reason) => {
        const { id } = await answered(client.POST('/api/workspace/assessments', { body: { ...body, reason } }))
        void refresh()
        onSaved?.(id)
      }}
      change={async ({ assessmentKey: _, frameworkId: __, ...changes }, reason, header) => {
        const params = { path: { assessmentId: assessment?.id ?? '' }, header }
        const body = { ...changes, reason }
        await answered(client.PATCH('/api/workspace/assessments/{assessmentId}', { params, body }))
        await refresh()
      }}
    >
      {form => (
        <MultiSelect
          label={t('assignees')}
          description={t('assigneesHint')}
          searchable
          maxValues={most}
          data={choicesOf(chosen)}
          {...form.getInputProps('assigneeIds')}
        />
      )}
    </RecordDialog>
  )
}
