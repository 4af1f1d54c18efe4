import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'

type Work = Schemas['Work']

/** The policies that the user must read and acknowledge. Shows nothing if the list is empty. */
export const ToAcknowledge = () => {
  const { t } = useTranslation('policies')
  const query = { kind: 'policy_acknowledgement' } as const
  const pages = usePages('/api/workspace/my-work', { query }, page => page.work)
  if (pages.rows.length === 0) return null
  const columns: readonly Column<Work>[] = [
    { key: 'title', header: t('policy'), render: row => row.title },
    { key: 'due', header: t('due'), render: row => row.dueAt && <Time at={row.dueAt} /> },
  ]
  return (
    <Section title={t('toAcknowledge')}>
      <RecordTable
        label={t('toAcknowledge')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/governance/policy-campaigns/$campaignId', params: { campaignId: id } })}
        empty={null}
      />
    </Section>
  )
}
