import { Alert, Button, Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useRefresh } from './webhook.ts'

type Outcome = Schemas['WebhookReplay']['outcome']

const outcomes = enums.WebhookReplay.outcome
const day = 86_400_000

/** A moment as `datetime-local` has it: of the reader's time zone. */
const localOf = (at: number): string => {
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const isoOf = (local: string): string => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

const recently = () => ({
  from: localOf(Date.now() - day),
  to: localOf(Date.now() + 60_000),
  outcome: 'all' as Outcome,
  type: '',
})

/** Delivers the events of a time range again: first they are counted, then it begins. */
export const ReplayRange = ({ webhookId }: { webhookId: string }) => {
  const { t, i18n } = useTranslation('webhooks')
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const [range, setRange] = useState(recently)
  const [counted, setCounted] = useState<Schemas['WebhookReplayDryRun']>()
  const types = api.useQuery('get', '/api/workspace/webhooks/events')
  const create = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/replays')
  const set = (over: Partial<typeof range>) => {
    setRange(before => ({ ...before, ...over }))
    setCounted(undefined)
  }
  const number = (value: number) => value.toLocaleString(i18n.language)

  const onSubmit = async (reason: string) => {
    const asked = {
      from: isoOf(range.from),
      to: isoOf(range.to),
      outcome: range.outcome,
      reason,
      ...(range.type && { eventTypes: [range.type] }),
    }
    const answer = await create.mutateAsync({
      params: { path: { webhookId } },
      body: counted ? asked : { ...asked, dryRun: true },
    })
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
        ready={isoOf(range.from) !== '' && isoOf(range.to) !== '' && counted?.count !== 0}
        onSubmit={onSubmit}
      >
        <Group grow>
          {(['from', 'to'] as const).map(field => (
            <TextInput
              key={field}
              label={t(`replays.${field}`)}
              type="datetime-local"
              required
              value={range[field]}
              onChange={event => set({ [field]: event.currentTarget.value })}
            />
          ))}
        </Group>
        <Radio.Group
          label={t('replays.which')}
          value={range.outcome}
          onChange={value => set({ outcome: value === 'dead' ? 'dead' : 'all' })}
        >
          <Group mt={4}>
            {outcomes.map(outcome => (
              <Radio key={outcome} value={outcome} label={t(`replays.${outcome}`)} />
            ))}
          </Group>
        </Radio.Group>
        <NativeSelect
          label={t('replays.type')}
          value={range.type}
          onChange={event => set({ type: event.currentTarget.value })}
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
