import { Progress, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useFormat } from '#web/ui/display.ts'
import { ReadFailure } from '#web/ui/failures.tsx'
import type { RoundDetail } from './model.ts'

type Result = Schemas['QuestionnaireResult']

const booleanTexts: Readonly<Record<string, 'answer.yes' | 'answer.no'>> = { true: 'answer.yes', false: 'answer.no' }

/** A table with bars for the count of each choice. */
const Choices = ({ result: { kind, title, answered, choices } }: { result: Result }) => {
  const { t } = useTranslation('questionnaires')
  const labelOf = (choice: string) => {
    const key = kind === 'yes_no' ? booleanTexts[choice] : undefined
    return key ? t(key) : choice
  }
  return (
    <Table aria-label={title} withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>
        {choices.map(({ choice, count }) => (
          <Table.Tr key={choice}>
            <Table.Th scope="row" fw={400} w="40%">
              {labelOf(choice)}
            </Table.Th>
            <Table.Td w={60}>{count}</Table.Td>
            <Table.Td>
              <Progress value={answered === 0 ? 0 : (100 * count) / answered} aria-label={labelOf(choice)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Figures = ({ result: { least, most, mean } }: { result: Result }) => {
  const { t } = useTranslation('questionnaires')
  const format = useFormat()
  if (least === null || most === null || mean === null) return null
  const number = (value: number) => format.number(value, { maximumFractionDigits: 2 })
  if (least === most) return <Text size="sm">{t('results.same', { value: number(least) })}</Text>
  const figures = { least: number(least), most: number(most), mean: number(mean) }
  return <Text size="sm">{t('results.figures', figures)}</Text>
}

/** Whether answers of this kind cannot be counted, so that only the list in the claim has them. */
const isOnlyListed = ({ kind, answered }: Result): boolean => answered > 0 && (kind === 'text' || kind === 'date')

/** The counts of the answers. The list in the claim has each person's answers. */
export const Results = ({ round: { id: roundId, status, claimId } }: { round: RoundDetail }) => {
  const { t } = useTranslation('questionnaires')
  const params = { path: { roundId } }
  const path = '/api/workspace/questionnaire-rounds/{roundId}/results'
  const { data, error, refetch } = api.useQuery('get', path, { params })
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('results.text')} {status === 'running' && t('results.later')}
        {claimId !== null && t('results.list')}
      </Text>
      {data?.results.map(result => (
        <Stack key={result.questionKey} gap={4}>
          <Text fw={500}>{result.title}</Text>
          <Text size="sm" c="dimmed">
            {t('results.answered', { count: result.answered })} {isOnlyListed(result) && t('results.onlyListed')}
          </Text>
          {result.choices.length > 0 && <Choices result={result} />}
          <Figures result={result} />
        </Stack>
      ))}
    </Stack>
  )
}
