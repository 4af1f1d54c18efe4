import { Box, Group, Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { List } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Download } from '#web/ui/download.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { CoverageSummary } from './coverage-summary.tsx'
import { WriteFramework } from './framework-dialog.tsx'
import { ImportClauses } from './import-clauses.tsx'
import { ImportMapping } from './import-mapping.tsx'
import type { Clause, Framework } from './model.ts'

const route = getRouteApi('/app/governance/frameworks/$frameworkId')

const Buttons = ({ framework }: { framework: Framework }) => {
  const { t } = useTranslation('frameworks')
  return (
    <>
      <WriteFramework framework={framework} />
      <NextStatuses
        operation="updateFramework"
        record={framework}
        statuses={framework.nextStatuses}
        texts={status => ({
          button: t(`to.${status}`),
          title: t(`framework.toTitle.${status}`),
          text: t(`framework.toText.${status}`),
        })}
      />
    </>
  )
}

const indentPx = 16
const maxDepth = 4

/** The indent of each clause, in pixels. Parents precede their clauses in the list. */
const indentsOf = (clauses: readonly Clause[]): ReadonlyMap<string, number> => {
  const indents = new Map<string, number>()
  for (const { clauseKey, parentKey } of clauses) {
    const parentIndent = parentKey === null ? undefined : indents.get(parentKey)
    const indent = parentIndent === undefined ? 0 : Math.min(parentIndent + indentPx, maxDepth * indentPx)
    indents.set(clauseKey, indent)
  }
  return indents
}

const Clauses = ({ frameworkId }: { frameworkId: string }) => {
  const { t } = useTranslation('frameworks')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const pages = useListPages(
    '/api/workspace/frameworks/{frameworkId}/clauses',
    { path: { frameworkId }, query: {} },
    page => page.clauses,
    { search, columns: [] },
  )
  const indents = indentsOf(pages.rows)
  const columns: readonly Column<Clause>[] = [
    {
      key: 'clause',
      header: t('framework.clause'),
      render: ({ clauseKey, title }) => (
        <Box component="span" display="inline-block" pl={{ base: 0, md: indents.get(clauseKey) ?? 0 }}>
          <code>{clauseKey}</code> {title}
        </Box>
      ),
    },
    {
      key: 'coverage',
      header: t('coverage'),
      render: ({ isAssessable, coverage }) => isAssessable && <StatusBadge status={coverage.state} />,
    },
    {
      key: 'controls',
      header: t('framework.controls'),
      align: 'right',
      render: ({ isAssessable, coverage }) => isAssessable && coverage.controls,
      wide: true,
    },
    {
      key: 'until',
      header: t('provenUntil'),
      render: ({ coverage: { provenUntil } }) => provenUntil && <Time at={provenUntil} as="date" />,
      wide: true,
    },
  ]
  return (
    <List
      operation="listWorkspaceClauses"
      label={t('framework.clauses')}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      nameOf={({ title }) => title}
      to={({ id }) => linkOptions({ to: '/governance/clauses/$clauseId', params: { clauseId: id } })}
      filters={[]}
      search={search}
      onSearch={(search, options) => navigate({ search, ...options })}
      empty={<Empty title={t('framework.noClauses')} text={t('framework.noClausesText')} />}
    />
  )
}

/** The page of a framework: its clauses, and how much of it is proven now. */
export const FrameworkPage = () => {
  const { t } = useTranslation('frameworks')
  const can = useCan()
  const { frameworkId } = route.useParams()
  const params = { path: { frameworkId } }
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/frameworks/{frameworkId}', { params })}
      list={linkOptions({ to: '/governance/frameworks' })}
      listTitle={t('list.title')}
      buttons={framework => (
        <>
          {can('listClauseApplicability') && (
            <ButtonLink to="/governance/frameworks/$frameworkId/report" params={{ frameworkId }} variant="default">
              {t('framework.report')}
            </ButtonLink>
          )}
          {can('getFrameworkOscal') && (
            <Download href={`/api/workspace/frameworks/${frameworkId}/oscal`}>{t('framework.oscal')}</Download>
          )}
          {can('updateFramework') && <Buttons framework={framework} />}
        </>
      )}
    >
      {framework => (
        <Stack>
          <Section title={t('coverage')}>
            <CoverageSummary frameworkId={frameworkId} />
          </Section>
          <Section
            title={t('framework.clauses')}
            actions={
              framework.status !== 'retired' && (
                <Group gap="xs">
                  {can('importMapping') && <ImportMapping framework={framework} />}
                  {can('importClauses') && <ImportClauses framework={framework} />}
                </Group>
              )
            }
          >
            <Clauses frameworkId={frameworkId} />
          </Section>
          <Section title={t('framework.facts')}>
            <RecordFacts
              fields={fields.Framework}
              labels={{ frameworkKey: t('key'), version: t('framework.version'), description: t('description') }}
              record={framework}
              extraRows={[
                [t('owner'), framework.ownerName ?? t('noOwner')],
                [t('framework.source'), framework.sourceDigest],
              ]}
            />
          </Section>
        </Stack>
      )}
    </RecordDetail>
  )
}
