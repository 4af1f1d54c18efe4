import { Button, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail } from '#web/family/detail.tsx'
import { useFormat } from '#web/ui/display.ts'
import { Download } from '#web/ui/download.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { CoverageBar } from './coverage-bar.tsx'

const route = getRouteApi('/app/governance/frameworks/$frameworkId/report')

type Row = Schemas['ClauseApplicability']

/** Loads all pages, one after the other, so that a printout is complete. */
const useAllPages = (frameworkId: string) => {
  const path = { frameworkId }
  const query = { limit: 200 }
  const pages = usePages('/api/workspace/frameworks/{frameworkId}/applicability', { path, query }, page => page.clauses)
  const { hasMore, isFetchingMore, error, loadMore } = pages
  useEffect(() => {
    if (hasMore && !isFetchingMore && !error) loadMore()
  })
  return pages
}

const Keys = ({ records }: { records: readonly { readonly id: string; readonly key: string }[] }) => (
  <Stack gap={0}>
    {records.map(({ id, key }) => (
      <RecordLink key={`${id} ${key}`} id={id}>
        {key}
      </RecordLink>
    ))}
  </Stack>
)

const Applicability = ({ frameworkId }: { frameworkId: string }) => {
  const { t } = useTranslation('frameworks')
  const columns: readonly Column<Row>[] = [
    {
      key: 'clause',
      header: t('framework.clause'),
      render: ({ clauseKey, title }) => (
        <>
          <code>{clauseKey}</code> {title}
        </>
      ),
    },
    {
      key: 'applicable',
      header: t('report.applicable'),
      render: ({ applicability }) => t(applicability === 'applicable' ? 'report.yes' : 'report.no'),
    },
    { key: 'justification', header: t('report.justification'), render: ({ justification }) => justification },
    { key: 'controls', header: t('framework.controls'), render: ({ controls }) => <Keys records={controls} /> },
    { key: 'coverage', header: t('coverage'), render: ({ coverage }) => <StatusBadge status={coverage.state} /> },
    { key: 'proof', header: t('report.proof'), render: ({ proof }) => <Keys records={proof} /> },
  ]
  return (
    <RecordTable
      label={t('report.title')}
      pages={useAllPages(frameworkId)}
      columns={columns}
      rowKey={({ id }) => id}
      to={({ id }) => linkOptions({ to: '/governance/clauses/$clauseId', params: { clauseId: id } })}
      empty={<Empty title={t('report.empty')} text={t('report.emptyText')} />}
    />
  )
}

/** The state of the ledger when the report was loaded, for people who may see it. */
const LedgerState = () => {
  const { t } = useTranslation('frameworks')
  const { data } = api.useQuery('get', '/api/workspace/ledger')
  if (!data) return null
  if (data.sealedUntil === null) return t('report.unsealed')
  const { generation, size, sealedUntil } = data
  return (
    <>
      {t('report.sealed', { generation, size })}, {t('report.until')} <Time at={sealedUntil} />
    </>
  )
}

/** The statement of applicability and the current coverage of a framework, also for printing. */
export const FrameworkReport = () => {
  const { t } = useTranslation('frameworks')
  const format = useFormat()
  const can = useCan()
  const { frameworkId } = route.useParams()
  const params = { path: { frameworkId } }
  const query = api.useQuery('get', '/api/workspace/frameworks/{frameworkId}', { params })
  const { dataUpdatedAt } = query
  return (
    <RecordDetail
      query={query}
      list={linkOptions({ to: '/governance/frameworks/$frameworkId', params: { frameworkId } })}
      listTitle={t('list.framework')}
      buttons={() => (
        <>
          <Download href={`/api/workspace/frameworks/${frameworkId}/applicability?format=csv`}>CSV</Download>
          <Button
            variant="default"
            leftSection={<IconPrinter size={14} aria-hidden />}
            onClick={() => globalThis.print()}
          >
            {t('report.print')}
          </Button>
        </>
      )}
    >
      {framework => (
        <Stack>
          <Section title={t('coverage')}>
            <CoverageBar frameworkId={frameworkId} withText />
            <Facts
              entries={[
                [t('key'), framework.frameworkKey],
                [t('framework.version'), framework.version],
                [t('framework.source'), framework.sourceDigest],
                [t('report.made'), format.moment(dataUpdatedAt, 'zone')],
                [t('report.ledger'), can('getLedgerOverview') && <LedgerState key="sealed" />],
              ]}
            />
          </Section>
          <Section title={t('report.title')}>
            <Applicability frameworkId={frameworkId} />
          </Section>
        </Stack>
      )}
    </RecordDetail>
  )
}
