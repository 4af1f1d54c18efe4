import { Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '#web/ui/form.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import type { AnswerInput } from './answer-inputs.ts'
import type { Question } from './model.ts'

export interface AnswersForm {
  readonly answers: Record<string, AnswerInput>
}

interface Props {
  readonly form: Form<AnswersForm>
  readonly question: Question
}

interface InputProps {
  readonly question: Question
  readonly field: ReturnType<Form['getInputProps']>
}

const labelProps = ({ title, help, isRequired }: Question) => ({
  label: title,
  withAsterisk: isRequired,
  ...(help && { description: help }),
})

const Radios = ({ question, field, choices }: InputProps & { choices: readonly (readonly [string, string])[] }) => {
  const { t } = useTranslation('questionnaires')
  const options = question.isRequired ? choices : [...choices, ['', t('answer.none')] as const]
  return (
    <Radio.Group {...labelProps(question)} {...field}>
      <Stack gap={4} mt={4}>
        {options.map(([value, label]) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const YesNo = (props: InputProps) => {
  const { t } = useTranslation('questionnaires')
  return (
    <Radios
      {...props}
      choices={[
        ['true', t('answer.yes')],
        ['false', t('answer.no')],
      ]}
    />
  )
}

/** The input for each kind of question. */
const inputs: Readonly<Record<Question['kind'], (props: InputProps) => ReactNode>> = {
  text: ({ question, field }) => (
    <Textarea
      autosize
      minRows={2}
      maxRows={12}
      maxLength={question.most ?? 5000}
      {...labelProps(question)}
      {...field}
    />
  ),
  yes_no: props => <YesNo {...props} />,
  single_choice: props => <Radios {...props} choices={props.question.choices.map(choice => [choice, choice])} />,
  multiple_choice: ({ question, field }) => (
    <Checkbox.Group {...labelProps(question)} {...field}>
      <Stack gap={4} mt={4}>
        {question.choices.map(choice => (
          <Checkbox key={choice} value={choice} label={choice} />
        ))}
      </Stack>
    </Checkbox.Group>
  ),
  number: ({ question, field }) => (
    <NumberField
      {...labelProps(question)}
      min={question.least ?? undefined}
      max={question.most ?? undefined}
      {...field}
    />
  ),
  date: ({ question, field }) => <TextInput type="date" {...labelProps(question)} {...field} />,
}

/** A question with its input. */
export const AnswerField = ({ form, question }: Props) =>
  inputs[question.kind]({ question, field: form.getInputProps(`answers.${question.questionKey}`) })
