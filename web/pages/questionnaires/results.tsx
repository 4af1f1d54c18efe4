import { Progress, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { ReadFailure } from '#web/ui/failures.tsx'

type Result = Schemas['QuestionnaireResult']

const spoken: Readonly<Record<string, 'answer.yes' | 'answer.no'>> = { true: 'answer.yes', false: 'answer.no' }

/** The count of each choice, as a table with bars. */
const Choices = ({ result: { kind, title, answered, choices } }: { result: Result }) => {
  const { t } = useTranslation('questionnaires')
  const wordOf = (choice: string) => {
    const word = kind === 'yes_no' ? spoken[choice] : undefined
    return word ? t(word) : choice
  }
  return (
    <Table aria-label={title} withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>
        {choices.map(({ choice, count }) => (
          <Table.Tr key={choice}>
            <Table.Th scope="row" fw={400} w="40%">
              {wordOf(choice)}
            </Table.Th>
            <Table.Td w={60}>{count}</Table.Td>
            <Table.Td>
              <Progress value={answered === 0 ? 0 : (100 * count) / answered} aria-label={wordOf(choice)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Figures = ({ result: { least, most, mean } }: { result: Result }) => {
  const { t, i18n } = useTranslation('questionnaires')
  if (least === null || most === null || mean === null) return null
  const said = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 })
  const figures = { least: said.format(least), most: said.format(most), mean: said.format(mean) }
  return <Text size="sm">{t('results.figures', figures)}</Text>
}

/** Counts of the answers; the list in the claim has the answers of each person. */
export const Results = ({ roundId }: { roundId: string }) => {
  const { t } = useTranslation('questionnaires')
  const params = { path: { roundId } }
  const path = '/api/workspace/questionnaire-rounds/{roundId}/results'
  const { data, error, refetch } = api.useQuery('get', path, { params })
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('results.text')}
      </Text>
      {data?.results.map(result => (
        <Stack key={result.questionKey} gap={4}>
          <Text fw={500}>{result.title}</Text>
          <Text size="sm" c="dimmed">
            {t('results.answered', { count: result.answered })}
          </Text>
          {result.choices.length > 0 && <Choices result={result} />}
          <Figures result={result} />
        </Stack>
      ))}
    </Stack>
  )
}
