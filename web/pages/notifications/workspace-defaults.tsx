import { Button, Group, NumberInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { reasonRules } from '#web/api/reasons.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ErrorNote, ReadFailure } from '#web/ui/failures.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { ChannelsTable } from './channels-table.tsx'

interface Change {
  readonly kind: Schemas['NotificationDefault']['kind']
  readonly chosen: Schemas['ChosenNotificationChannels']
}

/** The sentence that the audit trail gets for a change without a dialog. */
const reasonOf = (operation: 'setNotificationDefault' | 'setEscalationDays', field: string): string => {
  const rule = reasonRules[operation]
  return rule === 'asked' ? field : rule([field])
}

const Escalation = ({ days }: { readonly days: number | null }) => {
  const { t } = useTranslation('notifications')
  const refresh = useRefresh()
  const [value, setValue] = useState<number | string>(days ?? '')
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => {
      const body = { days: value === '' ? null : Number(value), reason: reasonOf('setEscalationDays', 'days') }
      return unwrap(client.PUT('/api/workspace/notification-escalation', { body }))
    },
    onSuccess: refresh,
  })
  return (
    <>
      <ErrorNote error={error} />
      <Group align="end" mb="md">
        <NumberInput
          label={t('escalation')}
          description={t('escalationText')}
          min={1}
          max={365}
          allowDecimal={false}
          maw={460}
          value={value}
          onChange={setValue}
        />
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {t('save')}
        </Button>
      </Group>
    </>
  )
}

/** The channels of people who have not chosen themselves, and when overdue work is escalated. */
export const WorkspaceDefaults = () => {
  const { t } = useTranslation('notifications')
  const refresh = useRefresh()
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/notification-defaults')
  const { mutate, error: failure } = useMutation({
    mutationFn: ({ kind, chosen }: Change) => {
      const body = { ...chosen, reason: reasonOf('setNotificationDefault', kind) }
      return unwrap(client.PUT('/api/workspace/notification-defaults/{kind}', { params: { path: { kind } }, body }))
    },
    onSuccess: refresh,
  })
  return (
    <Section title={t('defaults')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('defaultsText')}
      </Text>
      {error && !data ? <ReadFailure error={error} retry={() => void refetch()} /> : null}
      <ErrorNote error={failure} />
      {!data && !error && <Lines />}
      {data && (
        <>
          <Escalation key={data.escalationDays} days={data.escalationDays} />
          <ChannelsTable
            label={t('defaults')}
            choices={data.kinds}
            onChoose={(kind, chosen) => mutate({ kind, chosen })}
          />
        </>
      )}
    </Section>
  )
}
