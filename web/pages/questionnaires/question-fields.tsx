import { ActionIcon, Checkbox, Fieldset, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '#web/ui/form.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { questionKinds } from './model.ts'
import { fieldsOf, type QuestionDraft } from './question-drafts.ts'

export interface Questions {
  readonly questions: readonly QuestionDraft[]
}

interface Props {
  readonly form: Form<Questions & { reason: string; note: string }>
  readonly index: number
}

interface StepProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
  readonly children: ReactNode
}

/** A button that keeps the focus when disabled, so that a question moved to an end can be moved back. */
const Step = ({ label, disabled = false, onClick, children }: StepProps) => (
  <ActionIcon
    variant="default"
    aria-label={label}
    title={label}
    {...(disabled ? { 'data-disabled': true, 'aria-disabled': true } : { onClick })}
  >
    {children}
  </ActionIcon>
)

/** Moves or removes a question. */
const Steps = ({ form, index }: Props) => {
  const { t } = useTranslation('questionnaires')
  const last = form.values.questions.length - 1
  const number = index + 1
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const fieldset = currentTarget.closest('fieldset')
    form.removeListItem('questions', index)
    const sibling = fieldset?.nextElementSibling ?? fieldset?.previousElementSibling
    sibling?.querySelector('input')?.focus()
  }
  const move = (to: number) => form.reorderListItem('questions', { from: index, to })
  return (
    <Group gap={4} justify="flex-end">
      <Step label={t('question.up', { number })} disabled={index === 0} onClick={() => move(index - 1)}>
        <IconArrowUp size={16} />
      </Step>
      <Step label={t('question.down', { number })} disabled={index === last} onClick={() => move(index + 1)}>
        <IconArrowDown size={16} />
      </Step>
      <Step label={t('question.remove', { number })} disabled={last === 0} onClick={remove}>
        <IconTrash size={16} />
      </Step>
    </Group>
  )
}

/** The fields of one question. */
export const QuestionFields = ({ form, index }: Props) => {
  const { t } = useTranslation('questionnaires')
  const question = form.values.questions[index]
  if (!question) return null
  const { choices, bounds } = fieldsOf[question.kind]
  const field = (name: keyof QuestionDraft) => form.getInputProps(`questions.${index}.${name}`)
  const { value: _, onChange: __, ...choicesField } = field('choices')
  return (
    <Fieldset legend={t('question.legend', { number: index + 1 })}>
      <Stack gap="xs">
        <TextInput required maxLength={500} label={t('question.title')} {...field('title')} />
        <Group grow align="flex-start">
          <NativeSelect
            label={t('question.kind')}
            data={questionKinds.map(value => ({ value, label: t(`kind.${value}`) }))}
            {...field('kind')}
          />
          <TextInput required maxLength={50} label={t('question.key')} {...field('questionKey')} />
        </Group>
        {choices && (
          <Textarea
            required
            autosize
            minRows={2}
            maxRows={10}
            label={t('question.choices')}
            description={t('question.choicesHint')}
            value={question.choices.join('\n')}
            onChange={event =>
              form.setFieldValue(`questions.${index}.choices`, event.currentTarget.value.split('\n') as never)
            }
            {...choicesField}
          />
        )}
        {bounds && (
          <Group grow align="flex-start">
            <NumberField label={t(`bounds.${question.kind}.least` as 'bounds.text.least')} {...field('least')} />
            <NumberField label={t(`bounds.${question.kind}.most` as 'bounds.text.most')} {...field('most')} />
          </Group>
        )}
        <Textarea autosize minRows={1} maxRows={6} maxLength={2000} label={t('question.help')} {...field('help')} />
        <Group justify="space-between">
          <Checkbox
            label={t('question.required')}
            {...form.getInputProps(`questions.${index}.isRequired`, { type: 'checkbox' })}
          />
          <Steps form={form} index={index} />
        </Group>
      </Stack>
    </Fieldset>
  )
}
