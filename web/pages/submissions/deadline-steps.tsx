import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useFormat } from '#web/ui/display.ts'
import { Sentence } from '#web/ui/sentence.tsx'

type Step = Schemas['DeadlineStep']

/** Formats the dates and times in the values of a step as the reader chose, and names holidays in their language. */
const useStepValues = () => {
  const format = useFormat()
  const { i18n } = useTranslation()
  return ({ values }: Step): Step['values'] => {
    const shown = (value: Step['values'][string]) => {
      if (typeof value !== 'string') return value
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return format.day(value)
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? format.moment(value) : value
    }
    const { holiday, holidayDe = holiday, ...others } = values
    const named = i18n.language === 'de' ? holidayDe : holiday
    return {
      ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, shown(value ?? null)])),
      ...(named !== undefined && { holiday: named }),
    }
  }
}

/** Shows how a due date was computed, step by step. */
export const DeadlineSteps = ({ steps }: { steps: readonly Step[] }) => {
  const valuesOf = useStepValues()
  return (
    <List type="ordered" size="sm" spacing={4}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order
        <List.Item key={index}>
          <Sentence message={step.text} code={step.code} values={valuesOf(step)} />
          {step.article !== null && (
            <Text span size="xs" c="dimmed">
              {' '}
              {step.article}
            </Text>
          )}
        </List.Item>
      ))}
    </List>
  )
}
