import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { IfMatch, Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Question } from './model.ts'
import { QuestionFields, type Questions } from './question-fields.tsx'
import { newQuestion, toQuestion, toWritten } from './written-questions.ts'

/** The most questions of a version. */
const most = 200

interface Body {
  readonly note: string | null
  readonly questions: Question[]
  readonly reason: string
}

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly submit: string
  readonly note?: string | null
  /** The initial questions. */
  readonly questions: readonly Question[]
  /** The record that it changes, in the version that the page shows. */
  readonly of: Versioned
  readonly save: (body: Body, header: IfMatch) => Promise<unknown>
}

/** The editor of the questions of a version. */
export const VersionDialog = ({ opened, onClose, title, submit, note, questions, of, save }: Props) => {
  const { t } = useTranslation('questionnaires')
  const begun = questions.length > 0 ? questions.map(toWritten) : [newQuestion([])]
  const form = useForm<Questions & { reason: string; note: string }>({
    initialValues: { questions: begun, note: note ?? '', reason: '' },
  })
  const written = form.values.questions
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={title}
      text={t('versions.newText')}
      submit={submit}
      size="lg"
      form={form}
      record={of}
      ready={written.every(question => question.title.trim() !== '')}
      onSubmit={(reason, header) => {
        const body = { note: form.values.note.trim() || null, questions: written.map(toQuestion), reason }
        return save(body, header)
      }}
    >
      <Stack>
        {written.map(({ id }, at) => (
          <QuestionFields key={id} form={form} at={at} />
        ))}
      </Stack>
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={written.length >= most}
          onClick={() => form.insertListItem('questions', newQuestion(written))}
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
