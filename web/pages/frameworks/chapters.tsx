import { Box, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { type CoveragePart, CoverageParts } from '#web/ui/coverage-parts.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useFormat } from '#web/ui/display.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { percentOf } from './percent.ts'

type Chapter = Schemas['FrameworkChapter']

const partsOf = ({ applicable, proven, partlyProven, withoutRequirements, unmapped }: Chapter): CoveragePart[] => [
  { state: 'proven', clauses: proven },
  { state: 'partly_proven', clauses: partlyProven },
  { state: 'unproven', clauses: applicable - proven - partlyProven - withoutRequirements - unmapped },
  { state: 'without_requirements', clauses: withoutRequirements },
  { state: 'unmapped', clauses: unmapped },
]

const Name = ({ chapter: { id, clauseKey, title, depth } }: { chapter: Chapter }) => {
  const { t } = useTranslation('frameworks')
  return (
    <Box pl={depth * 16} fw={depth === 0 ? 550 : 400}>
      {id === null ? (
        t('report.outside')
      ) : (
        <RecordLink id={id} fw={depth === 0 ? 550 : 400}>
          <code>{clauseKey}</code> {title}
        </RecordLink>
      )}
    </Box>
  )
}

const useColumns = (): readonly Column<Chapter>[] => {
  const { t } = useTranslation('frameworks')
  const format = useFormat()
  return [
    { key: 'chapter', header: t('report.chapter'), render: chapter => <Name chapter={chapter} /> },
    {
      key: 'coverage',
      header: t('coverage'),
      align: 'right',
      render: ({ applicable, proven }) => (applicable === 0 ? '–' : format.percent(percentOf(proven, applicable))),
    },
    {
      key: 'proven',
      header: t('report.provenClauses'),
      align: 'right',
      wide: true,
      render: ({ proven, applicable }) => t('report.provenOf', { proven, applicable }),
    },
    {
      key: 'notApplicable',
      header: t('report.notApplicableShort'),
      align: 'right',
      wide: true,
      render: ({ notApplicable }) => notApplicable,
    },
    {
      key: 'states',
      header: t('report.states'),
      wide: true,
      width: '30%',
      render: chapter => chapter.applicable > 0 && <CoverageParts parts={partsOf(chapter)} />,
    },
  ]
}

/** Shows how much of each chapter of a framework is proven. Hidden if the framework has no chapters. */
export const Chapters = ({ frameworkId }: { frameworkId: string }) => {
  const { t } = useTranslation('frameworks')
  const path = '/api/workspace/frameworks/{frameworkId}/chapters'
  const { data, error, refetch } = api.useQuery('get', path, { params: { path: { frameworkId } } })
  const columns = useColumns()
  const chapters = data?.chapters ?? []
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!chapters.some(({ id }) => id !== null)) return null
  return (
    <Section title={t('report.chapters')}>
      <DataTable
        label={t('report.chapters')}
        columns={columns}
        rows={chapters}
        rowKey={({ id, depth }) => `${id} ${depth}`}
      />
      {data && data.total > chapters.length && (
        <Text size="sm" mt="xs">
          {t('report.moreChapters', { count: data.total - chapters.length })}
        </Text>
      )}
    </Section>
  )
}
