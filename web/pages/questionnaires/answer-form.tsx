import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ifMatch, type Versioned } from '#web/api/version.ts'
import { ChangeError } from '#web/ui/changed-meanwhile.tsx'
import { useDraft } from '#web/ui/draft.ts'
import { DraftNote } from '#web/ui/draft-note.tsx'
import { useSending } from '#web/ui/form.ts'
import { Time } from '#web/ui/time.tsx'
import { AnswerField, type AnswersForm } from './answer-field.tsx'
import { answersOf, isAnswered, toInputs } from './answer-inputs.ts'
import type { OwnResponse } from './model.ts'

interface Props {
  readonly roundId: string
  readonly response: OwnResponse
}

/** The form for the user's answers, which they can save repeatedly and submit once. Remounted after each save. */
export const AnswerForm = ({ roundId, response }: Props) => {
  const { t } = useTranslation('questionnaires')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const { questions, savedAt } = response
  const form = useForm<AnswersForm>({ initialValues: { answers: toInputs(questions, response.answers) } })
  const isFinal = useRef(true)
  const missing = questions.filter(question => question.isRequired && !isAnswered(question, form.values.answers))
  const save = async (_: string, current: Versioned | undefined = draft.base) => {
    const params = { path: { roundId }, header: ifMatch(current ?? response) }
    const body = { answers: answersOf(questions, form.values.answers) }
    await (isFinal.current
      ? unwrap(client.POST('/api/workspace/questionnaire-rounds/{roundId}/response/submit', { params, body }))
      : unwrap(client.PATCH('/api/workspace/questionnaire-rounds/{roundId}/response', { params, body })))
    draft.discard()
    await refresh()
  }
  const { formRef, onSubmit, busy, error, resend, forgetError } = useSending(form, save, () => ({
    fields: isFinal.current
      ? Object.fromEntries(missing.map(({ questionKey }) => [`answers.${questionKey}`, common('form.missing')]))
      : undefined,
  }))
  const draft = useDraft(form, { formId: `${location.pathname} answers`, record: response, busy })
  const discardChange = () => {
    draft.discard()
    forgetError()
    void refresh()
  }
  const send = (submits: boolean) => {
    isFinal.current = submits
    formRef.current?.requestSubmit()
  }
  return (
    <form
      ref={formRef}
      onSubmit={event => {
        onSubmit(event)
        isFinal.current = true
      }}
      noValidate
    >
      <Stack>
        <Text size="sm">{t('answer.text')}</Text>
        <DraftNote {...draft} />
        {questions.map(question => (
          <AnswerField key={question.questionKey} form={form} question={question} />
        ))}
        <ChangeError error={error} base={draft.base} busy={busy} resend={resend} discard={discardChange} />
        <Text size="sm" c="dimmed">
          {missing.length > 0 ? t('answer.missing', { count: missing.length }) : t('answer.final')}
        </Text>
        <Group>
          <Button loading={busy} onClick={() => send(true)}>
            {t('answer.submit')}
          </Button>
          <Button variant="default" loading={busy} onClick={() => send(false)}>
            {t('answer.save')}
          </Button>
          {savedAt && (
            <Text size="sm" c="dimmed">
              {t('answer.saved')} <Time at={savedAt} />
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  )
}
