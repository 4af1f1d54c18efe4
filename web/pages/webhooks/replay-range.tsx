import { Alert, Button, Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unwrap, api, client, type Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import type { SeenWebhook } from './webhook.ts'

type Outcome = Schemas['WebhookReplay']['outcome']

const outcomes = enums.WebhookReplay.outcome
const day = 86_400_000

const recently = () => ({
  from: toLocal(new Date(Date.now() - day)),
  to: toLocal(new Date(Date.now() + 60_000)),
  outcome: 'all' as Outcome,
  eventType: '',
  reason: '',
})

/** Delivers the events of a time range again: first they are counted, then it begins. */
export const ReplayRange = ({ webhook }: { webhook: SeenWebhook }) => {
  const { t, i18n } = useTranslation('webhooks')
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const [initialValues] = useState(recently)
  const form = useForm({
    initialValues,
    onValuesChange: ({ reason: _, ...range }, { reason: __, ...before }) => {
      if (JSON.stringify(range) !== JSON.stringify(before)) setCounted(undefined)
    },
  })
  const { outcome, eventType } = form.values
  const from = fromLocal(form.values.from)
  const to = fromLocal(form.values.to)
  const [counted, setCounted] = useState<Schemas['WebhookReplayDryRun']>()
  const types = api.useQuery('get', '/api/workspace/webhooks/events')
  const number = (value: number) => value.toLocaleString(i18n.language)

  const onSubmit = async (reason: string, header: IfMatch) => {
    if (!from || !to) return
    const asked = { from, to, outcome, reason, ...(eventType && { eventTypes: [eventType] }) }
    const params = { path: { webhookId: webhook.id }, header }
    const body = counted ? asked : { ...asked, dryRun: true }
    const answer = await unwrap(client.POST('/api/workspace/webhooks/{webhookId}/replays', { params, body }))
    if ('count' in answer) {
      setCounted(answer)
      return 'stay'
    }
    setCounted(undefined)
    await refresh()
  }
  const leave = () => {
    setCounted(undefined)
    close()
  }
  return (
    <Group mb="sm">
      <Button size="xs" variant="default" leftSection={<IconRepeat size={14} />} aria-haspopup="dialog" onClick={open}>
        {t('replays.button')}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={leave}
        title={t('replays.title')}
        text={t('replays.text')}
        submit={counted ? t('replays.start') : t('replays.count')}
        form={form}
        record={webhook}
        ready={from !== undefined && to !== undefined && counted?.count !== 0}
        onSubmit={onSubmit}
      >
        <Group grow>
          {(['from', 'to'] as const).map(field => (
            <TextInput
              key={field}
              label={t(`replays.${field}`)}
              type="datetime-local"
              required
              {...form.getInputProps(field)}
            />
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
        {counted && (
          <Alert variant="outline" color={counted.count === 0 ? 'yellow' : 'blue'} role="status">
            {t('replays.counted', { count: counted.count, shown: number(counted.count) })}{' '}
            {counted.forgotten > 0 &&
              t('replays.forgotten', { count: counted.forgotten, shown: number(counted.forgotten) })}
          </Alert>
        )}
      </ActionDialog>
    </Group>
  )
}
