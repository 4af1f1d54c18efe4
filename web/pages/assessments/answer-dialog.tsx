import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ChooseMany } from '#web/family/choose.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { type AssessedClause, type AssessmentDetail, type Result, results } from './model.ts'

interface Props {
  readonly assessment: AssessmentDetail
  readonly clause: AssessedClause
  readonly opened: boolean
  readonly onClose: () => void
}

const maxNoteLength = 2000
const maxClaims = 50

/** Answers a clause, or changes its answer. Remounted each time it opens, so that it starts with the current answer. */
export const AnswerDialog = ({ assessment, clause, opened, onClose }: Props) => {
  const { t } = useTranslation('assessments')
  const refresh = useRefresh()
  const { answer } = clause
  const form = useForm({
    initialValues: {
      result: answer?.result ?? ('conforms' as Result),
      note: answer?.note ?? '',
      claimIds: (answer?.claims ?? []).map(({ claimId }) => claimId),
      reason: '',
    },
  })
  const needsNote = form.values.result !== 'conforms'
  return (
    <ActionDialog
      operation="answerClause"
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('answerTitle', { key: clause.clauseKey })}
      submit={t('answer')}
      form={form}
      record={assessment}
      ready={!needsNote || form.values.note.trim() !== ''}
      onSubmit={async (reason, header) => {
        const { result, claimIds } = form.values
        const params = { path: { assessmentId: assessment.id }, header }
        const body = { clauseId: clause.clauseId, result, note: form.values.note.trim() || null, claimIds, reason }
        await unwrap(client.POST('/api/workspace/assessments/{assessmentId}/answers', { params, body }))
        await refresh()
      }}
    >
      <Text size="sm" fw={550}>
        {clause.title}
      </Text>
      {clause.text && (
        <Text size="sm" className="as-written">
          {clause.text}
        </Text>
      )}
      <NativeSelect
        data-autofocus
        label={t('result')}
        data={results.map(value => ({ value, label: t(`results.${value}`) }))}
        {...form.getInputProps('result')}
      />
      <Textarea
        label={t('note')}
        description={t('noteHint')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={maxNoteLength}
        required={needsNote}
        {...form.getInputProps('note')}
      />
      <ChooseMany
        label={t('claims')}
        description={t('claimsHint')}
        offer={{ kind: 'evidence_claim', status: 'accepted' }}
        limit={maxClaims}
        {...form.getInputProps('claimIds')}
      />
    </ActionDialog>
  )
}
