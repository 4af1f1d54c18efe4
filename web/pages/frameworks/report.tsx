import { Stack, Text } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { RecordDetail } from '#web/family/detail.tsx'
import { Download } from '#web/ui/download.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { PrintButton, PrintDocument } from '#web/ui/print-document.tsx'
import { Section } from '#web/ui/section.tsx'
import { type Applicability, useApplicability } from './applicability.ts'
import { Chapters } from './chapters.tsx'
import { CoverageSummary, countsOf, useCoverage } from './coverage-summary.tsx'
import { CoverageTrend } from './coverage-trend.tsx'
import type { Framework } from './model.ts'
import { GapTable, LoadedNote, PrintedClauses, StatementTable } from './report-tables.tsx'

const route = getRouteApi('/app/governance/frameworks/$frameworkId/report')

const Tables = ({ framework, clauses }: { framework: Framework; clauses: Applicability }) => {
  const { t } = useTranslation('frameworks')
  const { data } = useCoverage(framework.id)
  const total = data?.clauses ?? 0
  const note = (
    <>
      <LoadedNote clauses={clauses} total={total} />
      <PrintedClauses clauses={clauses} total={total} />
    </>
  )
  if (data?.clauses === 0) return <Empty title={t('report.empty')} text={t('report.emptyText')} />
  const isComplete = data && countsOf(data).missing === 0
  return (
    <>
      <Section title={t('report.gaps')}>
        {isComplete ? (
          <Text>{t('report.noGaps')}</Text>
        ) : (
          <>
            <GapTable clauses={clauses} owner={framework.ownerName} />
            {note}
          </>
        )}
      </Section>
      <Section title={t('report.title')}>
        <StatementTable clauses={clauses} />
        {note}
      </Section>
    </>
  )
}

const Report = ({ framework }: { framework: Framework }) => {
  const { t } = useTranslation('frameworks')
  const { data } = useCoverage(framework.id)
  const clauses = useApplicability(framework.id)
  return (
    <Stack>
      <PrintedClauses clauses={clauses} total={data?.clauses ?? 0} />
      <Section title={t('coverage')}>
        <Stack>
          <CoverageSummary frameworkId={framework.id} />
          <CoverageTrend frameworkId={framework.id} />
        </Stack>
      </Section>
      <Chapters frameworkId={framework.id} />
      <Tables framework={framework} clauses={clauses} />
      <Section title={t('framework.facts')}>
        <FactList
          entries={[
            [t('key'), framework.frameworkKey],
            [t('framework.version'), framework.version],
            [t('owner'), framework.ownerName ?? t('noOwner')],
            [t('framework.source'), framework.sourceDigest],
          ]}
        />
      </Section>
    </Stack>
  )
}

/**
 * The report on a framework: how much is proven, what is missing and who owns it, and the statement of applicability.
 */
export const FrameworkReport = () => {
  const { t } = useTranslation('frameworks')
  const { t: common } = useTranslation()
  const { frameworkId } = route.useParams()
  const params = { path: { frameworkId } }
  const { dataUpdatedAt } = useCoverage(frameworkId)
  return (
    <PrintDocument
      kind={t('report.document')}
      asOf={dataUpdatedAt === 0 ? undefined : new Date(dataUpdatedAt).toISOString()}
    >
      <RecordDetail
        query={api.useQuery('get', '/api/workspace/frameworks/{frameworkId}', { params })}
        list={linkOptions({ to: '/governance/frameworks/$frameworkId', params: { frameworkId } })}
        listTitle={({ title }) => title}
        title={() => t('framework.report')}
        description={({ title, version }) => (
          <span className="print-only">{version ? `${title} (${version})` : title}</span>
        )}
        buttons={() => (
          <>
            <Download href={`/api/workspace/frameworks/${frameworkId}/applicability?format=csv`}>
              {common('actions.csv')}
            </Download>
            <PrintButton />
          </>
        )}
      >
        {framework => <Report framework={framework} />}
      </RecordDetail>
    </PrintDocument>
  )
}
