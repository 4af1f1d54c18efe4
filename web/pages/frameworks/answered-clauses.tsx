import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Empty } from '#web/ui/empty.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { rowsOf } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import type { ControlDetail } from './model.ts'

type AnsweredClause = ControlDetail['clauses'][number]

/** The clauses in all frameworks that a control answers. */
export const AnsweredClauses = ({ clauses }: { clauses: readonly AnsweredClause[] }) => {
  const { t } = useTranslation('frameworks')
  const columns: readonly Column<AnsweredClause>[] = [
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
      key: 'framework',
      header: t('list.framework'),
      render: ({ frameworkId, frameworkTitle }) => (
        <AnchorLink to="/governance/frameworks/$frameworkId" params={{ frameworkId }} fz="sm">
          {frameworkTitle}
        </AnchorLink>
      ),
      wide: true,
    },
    { key: 'extent', header: t('clause.extent'), render: ({ extent }) => t(`clause.${extent}`) },
    { key: 'note', header: t('clause.note'), render: ({ note }) => note, wide: true },
  ]
  return (
    <RecordTable
      label={t('controls.clauses')}
      pages={rowsOf(clauses)}
      columns={columns}
      rowKey={({ clauseId }) => clauseId}
      to={({ clauseId }) => linkOptions({ to: '/governance/clauses/$clauseId', params: { clauseId } })}
      empty={<Empty title={t('controls.noClauses')} text={t('controls.noClausesText')} />}
    />
  )
}
