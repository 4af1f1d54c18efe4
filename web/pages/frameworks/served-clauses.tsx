import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { StatusBadge } from '#web/ui/status.tsx'

type ServedClause = Schemas['ServedClause']
type Clause = NonNullable<ServedClause['clause']>

const path = '/api/workspace/evidence-requirements/{requirementId}/clauses'

const ClauseLink = ({ clause: { id, clauseKey, title } }: { clause: Clause }) => (
  <AnchorLink to="/governance/clauses/$clauseId" params={{ clauseId: id }} fz="sm">
    <code>{clauseKey}</code> {title}
  </AnchorLink>
)

interface Props {
  readonly requirementId: string
}

/** The controls that a requirement's proof supports, and the clauses that they answer. */
export const ServedClauses = ({ requirementId }: Props) => {
  const { t } = useTranslation('frameworks')
  const pages = usePages(path, { path: { requirementId }, query: {} }, page => page.clauses)
  const columns: readonly Column<ServedClause>[] = [
    {
      key: 'clause',
      header: t('framework.clause'),
      render: ({ clause }) =>
        clause ? (
          <>
            <code>{clause.clauseKey}</code> {clause.title}
          </>
        ) : (
          t('served.noClause')
        ),
    },
    { key: 'framework', header: t('list.framework'), render: ({ clause }) => clause?.frameworkTitle, wide: true },
    {
      key: 'control',
      header: t('controls.control'),
      render: ({ controlId, controlKey, controlTitle }) => (
        <RecordLink id={controlId}>
          <code>{controlKey}</code> {controlTitle}
        </RecordLink>
      ),
    },
    {
      key: 'status',
      header: t('status'),
      render: ({ controlStatus }) => <StatusBadge status={controlStatus} />,
      wide: true,
    },
    {
      key: 'extent',
      header: t('clause.extent'),
      render: ({ clause }) => clause && t(`clause.${clause.extent}`),
      wide: true,
    },
  ]
  return (
    <RecordTable
      label={t('served.title')}
      pages={pages}
      columns={columns}
      rowKey={({ controlId, clause }) => `${controlId} ${clause?.id}`}
      to={({ controlId, clause }) =>
        clause
          ? linkOptions({ to: '/governance/clauses/$clauseId', params: { clauseId: clause.id } })
          : linkOptions({ to: '/governance/controls/$controlId', params: { controlId } })
      }
      empty={<Empty title={t('served.empty')} text={t('served.emptyText')} />}
    />
  )
}

const summaryLimit = 5

/** The first few clauses that a requirement's proof counts for now, through active controls. */
export const ServedSummary = ({ requirementId, label }: Props & { readonly label: string }) => {
  const { t } = useTranslation('frameworks')
  const params = { path: { requirementId }, query: { limit: summaryLimit } }
  const { data } = api.useQuery('get', path, { params })
  if (!data) return null
  const { clauses: servedClauses, pagination } = data
  const activeClauses = servedClauses.flatMap(({ controlStatus, clause }) =>
    controlStatus === 'active' && clause ? [clause] : [],
  )
  // Several controls may answer the same clause.
  const clauses = [...new Map(activeClauses.map(clause => [clause.id, clause])).values()]
  if (clauses.length === 0 && !pagination.nextCursor) return t('served.none')
  return (
    <>
      {label}
      {clauses.map(clause => (
        <div key={clause.id}>
          <ClauseLink clause={clause} /> ({clause.frameworkTitle})
        </div>
      ))}
      {pagination.nextCursor && (
        <AnchorLink to="/evidence/requirements/$requirementId" params={{ requirementId }} fz="sm">
          {t('served.all')}
        </AnchorLink>
      )}
    </>
  )
}
