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
import type { WebhookWithVersion } from './webhook.ts'

type Letter = Schemas['WebhookDeadLetter']

const path = '/api/workspace/webhooks/{webhookId}/dead-letters'
const letterPath = '/api/workspace/webhooks/{webhookId}/dead-letters/{eventId}'
const pollingMs = 5000

/** The action that the dialog asks about: on one dead letter, or on all. */
type PendingAction = { readonly action: 'replay' | 'purge'; readonly eventId: string } | { readonly action: 'purgeAll' }

const operations = {
  replay: 'replayWebhookDeadLetter',
  purge: 'purgeWebhookDeadLetter',
  purgeAll: 'purgeWebhookDeadLetters',
} as const

/** The dead letters of a webhook: events whose last attempt failed. */
export const DeadLettersTab = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { id: webhookId } = webhook
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const notify = useNotify()
  const [pending, setPending] = useState<PendingAction>()
  const replay = api.useMutation('post', `${letterPath}/replay`)
  const purge = api.useMutation('delete', letterPath)
  const purgeAll = api.useMutation('delete', path)
  const pages = usePages(path, { path: { webhookId } }, page => page.deadLetters, pollingMs)

  const perform = async (pending: PendingAction, reason: string, header: IfMatch): Promise<string> => {
    const body = { reason }
    if (pending.action === 'purgeAll') {
      const { purged } = await purgeAll.mutateAsync({ params: { path: { webhookId }, header }, body })
      return t('dead.purgedAll', { count: purged })
    }
    const params = { path: { webhookId, eventId: pending.eventId }, header }
    if (pending.action === 'purge') await purge.mutateAsync({ params, body })
    else await replay.mutateAsync({ params, body })
    return t(`dead.${pending.action}.done`)
  }
  const onSubmit = async (reason: string, header: IfMatch) => {
    if (!pending) return
    const message = await perform(pending, reason, header)
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
                  .filter(action => can(`${action}WebhookDeadLetter`))
                  .map(action => (
                    <Button
                      key={action}
                      size="compact-xs"
                      variant="default"
                      aria-label={`${t(`dead.${action}.button`)}: ${eventId}`}
                      aria-haspopup="dialog"
                      onClick={() => setPending({ action, eventId })}
                    >
                      {t(`dead.${action}.button`)}
                    </Button>
                  ))}
              </Group>
            ),
          },
        ]
      : []),
  ]
  const action = pending?.action ?? 'replay'
  return (
    <>
      {pages.rows.length > 0 && can('purgeWebhookDeadLetters') && (
        <Group mb="sm">
          <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setPending({ action: 'purgeAll' })}>
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
        operation={operations[action]}
        opened={pending !== undefined}
        onClose={() => setPending(undefined)}
        title={t(`dead.${action}.title`)}
        about={pending && 'eventId' in pending ? pending.eventId : undefined}
        text={t(`dead.${action}.text`)}
        submit={t(`dead.${action}.button`)}
        danger={action !== 'replay'}
        record={webhook}
        onSubmit={onSubmit}
      />
    </>
  )
}
