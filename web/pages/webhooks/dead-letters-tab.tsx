import { Button, Group } from '@mantine/core'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { useNotify } from '#web/ui/notify.ts'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Time } from '#web/ui/time.tsx'
import { Outcome } from './outcome.tsx'
import type { SeenWebhook } from './webhook.ts'

type Letter = Schemas['WebhookDeadLetter']

const path = '/api/workspace/webhooks/{webhookId}/dead-letters'
const onePath = '/api/workspace/webhooks/{webhookId}/dead-letters/{eventId}'
const everyMs = 5000

/** The action about to be taken, on one dead letter or on all. */
type Intent = { readonly act: 'replay' | 'purge'; readonly eventId: string } | { readonly act: 'purgeAll' }

/** Events whose last attempt failed. */
export const DeadLettersTab = ({ webhook }: { webhook: SeenWebhook }) => {
  const { id: webhookId } = webhook
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const notify = useNotify()
  const [intent, setIntent] = useState<Intent>()
  const replay = api.useMutation('post', `${onePath}/replay`)
  const purge = api.useMutation('delete', onePath)
  const purgeAll = api.useMutation('delete', path)
  const pages = usePages(path, { path: { webhookId } }, page => page.deadLetters, everyMs)

  const perform = async (intent: Intent, reason: string, header: IfMatch): Promise<string> => {
    const body = { reason }
    if (intent.act === 'purgeAll') {
      const { purged } = await purgeAll.mutateAsync({ params: { path: { webhookId }, header }, body })
      return t('dead.purgedAll', { count: purged })
    }
    const params = { path: { webhookId, eventId: intent.eventId }, header }
    if (intent.act === 'purge') await purge.mutateAsync({ params, body })
    else await replay.mutateAsync({ params, body })
    return t(`dead.${intent.act}.done`)
  }
  const onSubmit = async (reason: string, header: IfMatch) => {
    if (!intent) return
    const message = await perform(intent, reason, header)
    notify(message)
    await refresh()
  }

  const mayAct = can('replayWebhookDeadLetter') || can('purgeWebhookDeadLetter')
  const columns: readonly Column<Letter>[] = [
    { key: 'event', header: t('delivery.event'), render: ({ lastAttempt }) => lastAttempt.eventType },
    {
      key: 'what',
      header: t('dead.last'),
      render: ({ lastAttempt }) => <Outcome delivery={lastAttempt} />,
      wide: true,
    },
    { key: 'at', header: t('dead.at'), render: ({ lastAttempt }) => <Time at={lastAttempt.startedAt} />, wide: true },
    { key: 'id', header: t('delivery.eventId'), render: ({ eventId }) => <code>{eventId}</code>, wide: true },
    ...(mayAct
      ? [
          {
            key: 'actions',
            header: t('dead.actions'),
            render: ({ eventId }: Letter) => (
              <Group gap={6}>
                {(['replay', 'purge'] as const)
                  .filter(act => can(`${act}WebhookDeadLetter`))
                  .map(act => (
                    <Button
                      key={act}
                      size="compact-xs"
                      variant="default"
                      aria-label={`${t(`dead.${act}.button`)}: ${eventId}`}
                      aria-haspopup="dialog"
                      onClick={() => setIntent({ act, eventId })}
                    >
                      {t(`dead.${act}.button`)}
                    </Button>
                  ))}
              </Group>
            ),
          },
        ]
      : []),
  ]
  const act = intent?.act ?? 'replay'
  return (
    <>
      {pages.rows.length > 0 && can('purgeWebhookDeadLetters') && (
        <Group mb="sm">
          <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setIntent({ act: 'purgeAll' })}>
            {t('dead.purgeAll.button')}
          </Button>
        </Group>
      )}
      <RecordTable
        label={t('tabs.dead')}
        pages={pages}
        columns={columns}
        rowKey={({ eventId }) => eventId}
        to={({ lastAttempt }) =>
          linkOptions({
            to: '/webhooks/$webhookId/deliveries/$deliveryId',
            params: { webhookId, deliveryId: lastAttempt.id },
          })
        }
        empty={<Empty title={t('dead.empty')} text={t('dead.emptyText')} />}
      />
      <ActionDialog
        opened={intent !== undefined}
        onClose={() => setIntent(undefined)}
        title={t(`dead.${act}.title`)}
        about={intent && 'eventId' in intent ? intent.eventId : undefined}
        text={t(`dead.${act}.text`)}
        submit={t(`dead.${act}.button`)}
        danger={act !== 'replay'}
        record={webhook}
        onSubmit={onSubmit}
      />
    </>
  )
}
