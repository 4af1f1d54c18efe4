import { Alert, Button, Group, NativeSelect, Radio } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useFormat } from '#web/ui/display.ts'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import type { WebhookWithVersion } from './webhook.ts'

type Outcome = Schemas['WebhookReplay']['outcome']

const outcomes = enums.WebhookReplay.outcome
const day = 86_400_000

const lastDayRange = () => ({
  from: toLocal(new Date(Date.now() - day)),
  to: toLocal(new Date(Date.now() + 60_000)),
  outcome: 'all' as Outcome,
  eventType: '',
  reason: '',
})

/** A button with a dialog that counts the events of a time range, and then delivers them again. */
export const ReplayRange = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const { number } = useFormat()
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const [initialValues] = useState(lastDayRange)
  const form = useForm({
    initialValues,
    onValuesChange: ({ reason: _, ...range }, { reason: __, ...before }) => {
      if (JSON.stringify(range) !== JSON.stringify(before)) setDryRun(undefined)
    },
  })
  const { outcome, eventType } = form.values
  const from = fromLocal(form.values.from)
  const to = fromLocal(form.values.to)
  const [dryRun, setDryRun] = useState<Schemas['WebhookReplayDryRun']>()
  const types = api.useQuery('get', '/api/workspace/webhooks/events')

  const onSubmit = async (reason: string, header: IfMatch) => {
    if (!from || !to) return
    const range = { from, to, outcome, reason, ...(eventType && { eventTypes: [eventType] }) }
    const params = { path: { webhookId: webhook.id }, header }
    const body = dryRun ? range : { ...range, dryRun: true }
    const result = await unwrap(client.POST('/api/workspace/webhooks/{webhookId}/replays', { params, body }))
    if ('count' in result) {
      setDryRun(result)
      return 'stay'
    }
    setDryRun(undefined)
    await refresh()
  }
  const closeDialog = () => {
    setDryRun(undefined)
    close()
  }
  return (
    <Group mb="sm">
      <Button size="xs" variant="default" leftSection={<IconRepeat size={14} />} aria-haspopup="dialog" onClick={open}>
        {t('replays.button')}
      </Button>
      <ActionDialog
        operation="createWebhookReplay"
        opened={opened}
        onClose={closeDialog}
        title={t('replays.title')}
        text={t('replays.text')}
        submit={dryRun ? t('replays.start') : t('replays.count')}
        form={form}
        record={webhook}
        ready={from !== undefined && to !== undefined && dryRun?.count !== 0}
        missing={common('form.nothingChosen')}
        onSubmit={onSubmit}
      >
        <Group grow>
          {(['from', 'to'] as const).map(field => (
            <MomentField key={field} label={t(`replays.${field}`)} required {...form.getInputProps(field)} />
          ))}
        </Group>
        <Radio.Group label={t('replays.which')} {...form.getInputProps('outcome')}>
          <Group mt={4}>
            {outcomes.map(outcome => (
              <Radio key={outcome} value={outcome} label={t(`replays.${outcome}`)} />
            ))}
          </Group>
        </Radio.Group>
        <NativeSelect
          label={t('replays.type')}
          {...form.getInputProps('eventType')}
          data={[{ value: '', label: t('replays.everyType') }, ...(types.data?.events ?? []).map(({ type }) => type)]}
        />
        {dryRun && (
          <Alert color={dryRun.count === 0 ? 'yellow' : 'blue'} role="status">
            {t('replays.counted', { count: dryRun.count, shown: number(dryRun.count) })}{' '}
            {dryRun.forgotten > 0 &&
              t('replays.forgotten', { count: dryRun.forgotten, shown: number(dryRun.forgotten) })}
          </Alert>
        )}
      </ActionDialog>
    </Group>
  )
}
