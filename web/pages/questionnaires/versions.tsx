import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { ListedVersion } from './model.ts'

/** The versions of a questionnaire. */
export const Versions = ({ questionnaireId }: { questionnaireId: string }) => {
  const { t } = useTranslation('questionnaires')
  const params = { path: { questionnaireId } }
  const path = '/api/workspace/questionnaires/{questionnaireId}/versions'
  const pages = usePages(path, params, page => page.versions)
  const columns: readonly Column<ListedVersion>[] = [
    { key: 'number', header: t('version'), render: row => t('versions.number', { number: row.number }) },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
    { key: 'questions', header: t('versions.questions'), render: row => row.questionCount },
    { key: 'note', header: t('versions.note'), render: row => row.note, wide: true },
    { key: 'written', header: t('versions.writtenBy'), render: row => row.writtenByName, wide: true },
    {
      key: 'published',
      header: t('versions.published'),
      render: row => row.publishedAt && <Time at={row.publishedAt} as="date" />,
      wide: true,
    },
  ]
  return (
    <RecordTable
      label={t('versions.title')}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      to={({ id }) => linkOptions({ to: '/governance/questionnaire-versions/$versionId', params: { versionId: id } })}
      empty={<Empty title={t('versions.empty')} text={t('versions.emptyText')} />}
    />
  )
}
