import { Group } from '@mantine/core'
import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Time } from '#web/ui/time.tsx'
import { Outcome } from './outcome.tsx'
import type { WebhookWithVersion } from './webhook.ts'

type Letter = Schemas['WebhookDeadLetter']

const path = '/api/workspace/webhooks/{webhookId}/dead-letters'
const pollingMs = 5000

/** The dead letters of a webhook: events whose last attempt failed. */
export const DeadLettersTab = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { id: webhookId } = webhook
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const pages = usePages(path, { path: { webhookId } }, page => page.deadLetters, pollingMs)

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
                <Act
                  operation="replayWebhookDeadLetter"
                  record={webhook}
                  path={{ webhookId, eventId }}
                  label={t('dead.replay.button')}
                  name={`${t('dead.replay.button')}: ${eventId}`}
                  text={t('dead.replay.text')}
                  done={t('dead.replay.done')}
                />
                <Act
                  operation="purgeWebhookDeadLetter"
                  record={webhook}
                  path={{ webhookId, eventId }}
                  label={t('dead.purge.button')}
                  name={`${t('dead.purge.button')}: ${eventId}`}
                  title={t('dead.purge.title')}
                  text={t('dead.purge.text')}
                  danger
                  done={t('dead.purge.done')}
                />
              </Group>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      {pages.rows.length > 0 && can('purgeWebhookDeadLetters') && (
        <Group mb="sm">
          <Act
            operation="purgeWebhookDeadLetters"
            record={webhook}
            label={t('dead.purgeAll.button')}
            title={t('dead.purgeAll.title')}
            text={t('dead.purgeAll.text')}
            size="xs"
            danger
            done={({ purged }) => t('dead.purgedAll', { count: purged })}
          />
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
    </>
  )
}
