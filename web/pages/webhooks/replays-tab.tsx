import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { useFormatTime } from '#web/ui/time.tsx'
import { ReplayProgress } from './replay-progress.tsx'
import { ReplayRange } from './replay-range.tsx'
import type { WebhookWithVersion } from './webhook.ts'

type Replay = Schemas['WebhookReplay']

const path = '/api/workspace/webhooks/{webhookId}/replays'
// Each replay on the page polls its own progress.
const limit = 10
const pollingMs = 3000

/** The replays of time ranges, newest first, with their progress. */
export const ReplaysTab = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { id: webhookId } = webhook
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const format = useFormatTime()
  const pages = usePages(path, { path: { webhookId }, query: { limit } }, page => page.replays, pollingMs)
  const columns: readonly Column<Replay>[] = [
    { key: 'range', header: t('replays.range'), render: ({ from, to }) => `${format(from)} – ${format(to)}` },
    {
      key: 'which',
      header: t('replays.which'),
      render: ({ outcome, eventTypes = [] }) => [t(`replays.${outcome}`), ...eventTypes].join(' · '),
      wide: true,
    },
    {
      key: 'progress',
      header: t('replays.progress'),
      render: replay => <ReplayProgress webhook={webhook} replay={replay} />,
    },
    { key: 'began', header: t('replays.began'), render: ({ createdAt }) => format(createdAt), wide: true },
  ]
  return (
    <>
      {can('createWebhookReplay') && <ReplayRange webhook={webhook} />}
      <RecordTable
        label={t('tabs.replays')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={t('replays.empty')} text={t('replays.emptyText')} />}
      />
    </>
  )
}
