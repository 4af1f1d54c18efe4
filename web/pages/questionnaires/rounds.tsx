import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Round } from './model.ts'

/** The number of submitted responses so far. Each needs a request, but a questionnaire has few running rounds. */
const CurrentCount = ({ roundId }: { roundId: string }) => {
  const { t } = useTranslation('questionnaires')
  const params = { path: { roundId } }
  const { data } = api.useQuery('get', '/api/workspace/questionnaire-rounds/{roundId}', { params })
  return data && t('rounds.of', { ...data.progress })
}

/** The rounds of a questionnaire. */
export const Rounds = ({ questionnaireId }: { questionnaireId: string }) => {
  const { t } = useTranslation('questionnaires')
  const pages = usePages('/api/workspace/questionnaire-rounds', { query: { questionnaireId } }, page => page.rounds)
  const columns: readonly Column<Round>[] = [
    { key: 'title', header: t('rounds.one'), render: row => t('rounds.ofVersion', { number: row.versionNumber }) },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
    { key: 'due', header: t('due'), render: row => <Time at={row.dueAt} /> },
    {
      key: 'result',
      header: t('rounds.submitted'),
      render: row => {
        const { submitted, asked } = row
        if (submitted !== null && asked !== null) return t('rounds.of', { submitted, asked })
        return row.status === 'running' && <CurrentCount roundId={row.id} />
      },
    },
  ]
  return (
    <RecordTable
      label={t('rounds.title')}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      to={({ id }) => linkOptions({ to: '/governance/questionnaire-rounds/$roundId', params: { roundId: id } })}
      empty={<Empty title={t('rounds.empty')} text={t('rounds.emptyText')} />}
    />
  )
}
