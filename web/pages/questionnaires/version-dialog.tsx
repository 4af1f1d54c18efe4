import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import type { IfMatch, Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useNotify } from '#web/ui/notify.ts'
import type { Question } from './model.ts'
import { newQuestion, toDraft, toQuestion } from './question-drafts.ts'
import { QuestionFields, type Questions } from './question-fields.tsx'

/** The maximum number of questions in a version. */
const maxQuestions = 200

interface Body {
  readonly note: string | null
  readonly questions: Question[]
  readonly reason: string
}

interface Props {
  readonly operation: ReasonedOperation
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly submit: string
  readonly note?: string | null
  /** The initial questions. */
  readonly questions: readonly Question[]
  /** The record that the dialog changes, with its version. */
  readonly record: Versioned
  readonly save: (body: Body, header: IfMatch) => Promise<unknown>
}

/** The dialog for editing the questions of a version. */
export const VersionDialog = (props: Props) => {
  const { operation, opened, onClose, title, submit, note, questions, record, save } = props
  const { t } = useTranslation('questionnaires')
  const notify = useNotify()
  const initialQuestions = questions.length > 0 ? questions.map(toDraft) : [newQuestion([])]
  const form = useForm<Questions & { reason: string; note: string }>({
    initialValues: { questions: initialQuestions, note: note ?? '', reason: '' },
  })
  const drafts = form.values.questions
  return (
    <ActionDialog
      operation={operation}
      opened={opened}
      onClose={onClose}
      title={title}
      text={t('versions.newText')}
      submit={submit}
      size="lg"
      form={form}
      record={record}
      ready={drafts.every(question => question.title.trim() !== '')}
      onSubmit={(reason, header) => {
        const body = { note: form.values.note.trim() || null, questions: drafts.map(toQuestion), reason }
        return save(body, header)
      }}
    >
      <Stack>
        {drafts.map(({ id }, index) => (
          <QuestionFields key={id} form={form} index={index} />
        ))}
      </Stack>
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            if (drafts.length < maxQuestions) form.insertListItem('questions', newQuestion(drafts))
            else notify(t('question.most', { count: maxQuestions }))
          }}
        >
          {t('question.add')}
        </Button>
      </Group>
      <Textarea
        autosize
        minRows={2}
        maxLength={2000}
        label={t('versions.note')}
        description={t('versions.noteHint')}
        {...form.getInputProps('note')}
      />
    </ActionDialog>
  )
}
