import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'

type Work = Schemas['Work']

/** The questionnaires that the user must answer. Shows nothing if the list is empty. */
export const ToAnswer = () => {
  const { t } = useTranslation('questionnaires')
  const query = { kind: 'questionnaire_answers' } as const
  const pages = usePages('/api/workspace/my-work', { query }, page => page.work)
  if (pages.rows.length === 0) return null
  const columns: readonly Column<Work>[] = [
    { key: 'title', header: t('questionnaire'), render: row => row.title },
    { key: 'due', header: t('due'), render: row => row.dueAt && <Time at={row.dueAt} /> },
  ]
  return (
    <Section title={t('toAnswer')}>
      <RecordTable
        label={t('toAnswer')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/governance/questionnaire-rounds/$roundId', params: { roundId: id } })}
        empty={null}
      />
    </Section>
  )
}
