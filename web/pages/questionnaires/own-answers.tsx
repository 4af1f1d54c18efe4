import { Alert, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { FactList } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'
import { AnswerForm } from './answer-form.tsx'
import type { OwnResponse, RoundDetail } from './model.ts'
import { QuestionList } from './question-list.tsx'

/** Returns a function that formats an answer. */
const useFormatAnswer = () => {
  const { t } = useTranslation('questionnaires')
  return (answer: unknown): string | undefined => {
    if (answer === undefined) return undefined
    if (typeof answer === 'boolean') return t(answer ? 'answer.yes' : 'answer.no')
    return Array.isArray(answer) ? answer.join(', ') : String(answer)
  }
}

const Submitted = ({ response: { questions, answers, submittedAt } }: { response: OwnResponse }) => {
  const { t } = useTranslation('questionnaires')
  const formatAnswer = useFormatAnswer()
  return (
    <Stack>
      {submittedAt && (
        <Alert color="teal" icon={<IconCheck />}>
          {t('answer.done')} <Time at={submittedAt} />
        </Alert>
      )}
      <FactList entries={questions.map(({ questionKey, title }) => [title, formatAnswer(answers[questionKey])])} />
    </Stack>
  )
}

/** The questions with the user's own answers. */
export const OwnAnswers = ({ round }: { round: RoundDetail }) => {
  const { t } = useTranslation('questionnaires')
  const { id: roundId, mayAnswer, versionNumber } = round
  const params = { path: { roundId } }
  const { data: response } = api.useQuery('get', '/api/workspace/questionnaire-rounds/{roundId}/response', { params })
  if (!response) return null
  const isSubmitted = response.status === 'submitted'
  return (
    <Section title={t(mayAnswer || isSubmitted ? 'answer.title' : 'answer.questions', { number: versionNumber })}>
      {mayAnswer && !isSubmitted && <AnswerForm key={response.etag} roundId={roundId} response={response} />}
      {isSubmitted && <Submitted response={response} />}
      {!mayAnswer && !isSubmitted && <QuestionList questions={response.questions} />}
    </Section>
  )
}
