import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'

type Served = Schemas['ServedClause']
type Clause = NonNullable<Served['clause']>

const path = '/api/workspace/evidence-requirements/{requirementId}/clauses'

const ClauseLink = ({ clause: { id, clauseKey, title } }: { clause: Clause }) => (
  <AnchorLink to="/governance/clauses/$clauseId" params={{ clauseId: id }} fz="sm">
    <code>{clauseKey}</code> {title}
  </AnchorLink>
)

interface Props {
  readonly requirementId: string
}

/** The controls whose effect a requirement proves, and the clauses that they answer. */
export const ServedClauses = ({ requirementId }: Props) => {
  const { t } = useTranslation('frameworks')
  const pages = usePages(path, { path: { requirementId }, query: {} }, page => page.clauses)
  const columns: readonly Column<Served>[] = [
    {
      key: 'control',
      header: t('controls.control'),
      render: ({ controlKey, controlTitle }) => (
        <>
          <code>{controlKey}</code> {controlTitle}
        </>
      ),
    },
    {
      key: 'status',
      header: t('status'),
      render: ({ controlStatus }) => <StatusBadge status={controlStatus} />,
      wide: true,
    },
    {
      key: 'clause',
      header: t('framework.clause'),
      render: ({ clause }) => (clause ? <ClauseLink clause={clause} /> : t('served.noClause')),
    },
    { key: 'framework', header: t('list.framework'), render: ({ clause }) => clause?.frameworkTitle, wide: true },
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
      to={({ controlId }) => linkOptions({ to: '/governance/controls/$controlId', params: { controlId } })}
      empty={<Empty title={t('served.empty')} text={t('served.emptyText')} />}
    />
  )
}

const shortest = 5

/** The first of the clauses that it counts for now, in a line each: those of active controls. */
export const ServedInShort = ({ requirementId }: Props) => {
  const { t } = useTranslation('frameworks')
  const params = { path: { requirementId }, query: { limit: shortest } }
  const { data } = api.useQuery('get', path, { params })
  if (!data) return null
  const { clauses: served, pagination } = data
  const ofActive = served.flatMap(({ controlStatus, clause }) => (controlStatus === 'active' && clause ? [clause] : []))
  // Two controls may answer the same clause.
  const clauses = [...new Map(ofActive.map(clause => [clause.id, clause])).values()]
  return (
    <>
      {clauses.length === 0 && !pagination.nextCursor && t('served.none')}
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
