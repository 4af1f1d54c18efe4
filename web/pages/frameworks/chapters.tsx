import { Box, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { CoverageParts } from '#web/ui/coverage-parts.tsx'
import { useFormat } from '#web/ui/display.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { percentOf } from './percent.ts'

type Chapter = Schemas['FrameworkChapter']

const partsOf = ({ applicable, proven, partlyProven }: Chapter) => [
  { state: 'proven' as const, clauses: proven },
  { state: 'partly_proven' as const, clauses: partlyProven },
  { state: 'unproven' as const, clauses: applicable - proven - partlyProven },
]

const ChapterRow = ({ chapter }: { chapter: Chapter }) => {
  const { t } = useTranslation('frameworks')
  const format = useFormat()
  const { id, clauseKey, title, depth, applicable, proven, notApplicable } = chapter
  return (
    <Table.Tr>
      <Table.Td>
        <Box pl={depth * 16} fw={depth === 0 ? 600 : 400}>
          {id === null ? (
            t('report.outside')
          ) : (
            <RecordLink id={id}>
              <code>{clauseKey}</code> {title}
            </RecordLink>
          )}
        </Box>
      </Table.Td>
      <Table.Td ta="right">{applicable === 0 ? '–' : format.percent(percentOf(proven, applicable))}</Table.Td>
      <Table.Td ta="right" className="wide-only">
        {t('report.provenOf', { proven, applicable })}
      </Table.Td>
      <Table.Td ta="right" className="wide-only">
        {notApplicable}
      </Table.Td>
      <Table.Td className="wide-only" w="30%">
        {applicable > 0 && <CoverageParts parts={partsOf(chapter)} />}
      </Table.Td>
    </Table.Tr>
  )
}

/** How much of each chapter of a framework is proven. Hidden if the framework has no chapters. */
export const Chapters = ({ frameworkId }: { frameworkId: string }) => {
  const { t } = useTranslation('frameworks')
  const path = '/api/workspace/frameworks/{frameworkId}/chapters'
  const { data, error, refetch } = api.useQuery('get', path, { params: { path: { frameworkId } } })
  const chapters = data?.chapters ?? []
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!chapters.some(({ id }) => id !== null)) return null
  return (
    <Section title={t('report.chapters')}>
      <Table className="record-table" aria-label={t('report.chapters')} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('report.chapter')}</Table.Th>
            <Table.Th ta="right">{t('coverage')}</Table.Th>
            <Table.Th ta="right" className="wide-only">
              {t('report.provenClauses')}
            </Table.Th>
            <Table.Th ta="right" className="wide-only">
              {t('report.notApplicableShort')}
            </Table.Th>
            <Table.Th className="wide-only">{t('report.states')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chapters.map(chapter => (
            <ChapterRow key={`${chapter.id} ${chapter.depth}`} chapter={chapter} />
          ))}
        </Table.Tbody>
      </Table>
      {data && data.total > chapters.length && (
        <Text size="sm" mt="xs">
          {t('report.moreChapters', { count: data.total - chapters.length })}
        </Text>
      )}
    </Section>
  )
}
