import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import type { Claim } from './queries.ts'

/** Asks the submitter of a claim for more information. */
export const AskForMore = ({ claim, size = 'sm' }: { readonly claim: Claim; readonly size?: 'xs' | 'sm' }) => {
  const { t } = useTranslation('rounds')
  const form = useForm({ initialValues: { question: '', reason: '' } })
  const { question } = form.values
  if (!claim.mayAsk) return null
  return (
    <Act
      operation="askAboutClaim"
      record={claim}
      body={{ question }}
      label={t('ask.open')}
      title={t('ask.title')}
      text={t('ask.text')}
      submit={t('ask.submit')}
      size={size}
      leftSection={<IconMessageQuestion size={size === 'xs' ? 14 : 16} aria-hidden />}
      dialog={{ form }}
    >
      <Textarea
        label={t('ask.question')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('question')}
      />
    </Act>
  )
}

/** Answers the open question about a claim. */
export const AnswerQuestion = ({ claim }: { readonly claim: Claim }) => {
  const { t } = useTranslation('rounds')
  const form = useForm({ initialValues: { answer: '', reason: '' } })
  const answer = form.values.answer.trim()
  if (!claim.mayAnswer) return null
  return (
    <Act
      operation="answerClaimQuestion"
      record={claim}
      body={answer === '' ? {} : { answer }}
      label={t('answer.open')}
      title={t('answer.title')}
      text={t('answer.text')}
      submit={t('answer.submit')}
      variant="filled"
      dialog={{ form }}
    >
      <Textarea
        label={t('answer.answer')}
        description={t('answer.hint')}
        data-autofocus
        autosize
        minRows={3}
        maxLength={4000}
        {...form.getInputProps('answer')}
      />
    </Act>
  )
}
