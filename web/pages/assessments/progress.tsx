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

/** `12 of 20`, with a bar of the results so far. */
export const AssessmentProgress = ({ progress, words = false }: Pick<Assessment, 'progress'> & { words?: boolean }) => {
  const { t } = useTranslation('assessments')
  const { answered, missing, results } = progress
  const all = answered + missing
  const said = t('progress', { answered, all })
  const found = results.filter(({ answers }) => answers > 0)
  return (
    <Stack gap={4} miw={120}>
      <Progress.Root size="md" role="img" aria-label={said}>
        {found.map(({ result, answers }) => (
          <Progress.Section key={result} value={(answers / all) * 100} color={colors[result]} withAria={false} />
        ))}
      </Progress.Root>
      <Text size="xs">{said}</Text>
      {words && (
        <Group gap="sm">
          {found.map(({ result, answers }) => (
            <Text key={result} size="sm">
              {t(`results.${result}`)}: {answers}
            </Text>
          ))}
        </Group>
      )}
    </Stack>
  )
}
