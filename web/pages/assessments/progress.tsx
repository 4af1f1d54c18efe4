import { Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Assessment } from './model.ts'

/** Shows `12 of 20` with a bar; with `words`, also the number of each result. */
export const AssessmentProgress = ({ progress, words = false }: Pick<Assessment, 'progress'> & { words?: boolean }) => {
  const { t } = useTranslation('assessments')
  const { answered, missing, results } = progress
  const total = answered + missing
  const label = t('progress', { answered, all: total })
  const shownResults = results.filter(({ answers }) => answers > 0)
  return (
    <Stack gap={4} miw={120}>
      <Progress value={total === 0 ? 0 : (answered / total) * 100} aria-label={label} />
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
