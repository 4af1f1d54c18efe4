import { Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Assessment, Result } from './model.ts'

const colors: Readonly<Record<Result, string>> = {
  conforms: 'teal',
  observation: 'blue',
  minor: 'yellow',
  major: 'red',
  not_applicable: 'gray',
}

/** Shows `12 of 20` with a bar of the results so far; with `words`, also the number of each result. */
export const AssessmentProgress = ({ progress, words = false }: Pick<Assessment, 'progress'> & { words?: boolean }) => {
  const { t } = useTranslation('assessments')
  const { answered, missing, results } = progress
  const total = answered + missing
  const label = t('progress', { answered, all: total })
  const shownResults = results.filter(({ answers }) => answers > 0)
  return (
    <Stack gap={4} miw={120}>
      <Progress.Root size="md" role="img" aria-label={label}>
        {shownResults.map(({ result, answers }) => (
          <Progress.Section key={result} value={(answers / total) * 100} color={colors[result]} withAria={false} />
        ))}
      </Progress.Root>
      <Text size="xs">{label}</Text>
      {words && (
        <Group gap="sm">
          {shownResults.map(({ result, answers }) => (
            <Text key={result} size="sm">
              {t(`counted.${result}`, { count: answers })}
            </Text>
          ))}
        </Group>
      )}
    </Stack>
  )
}
