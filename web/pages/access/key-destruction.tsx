import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan, useSession } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { PersonName } from '#web/ui/person.tsx'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'

type Destruction = Schemas['StorageKeyDestruction']

const path = '/api/workspace/storage-keys/destruction'

const RequestFacts = ({ destruction }: { destruction: Destruction }) => {
  const { t } = useTranslation('keys')
  const { status, reason, askedBy, askedAt, expiresAt, endedBy, endedAt } = destruction
  return (
    <Facts
      entries={[
        [t('status'), <StatusBadge key="status" status={status} />],
        [t('destruction.askedBy'), <PersonName key="by" id={askedBy} />],
        [t('destruction.askedAt'), <Time key="at" at={askedAt} />],
        [t('destruction.reason'), reason],
        [t('destruction.expiresAt'), status === 'asked' && <Time key="expires" at={expiresAt} />],
        [t('destruction.endedBy'), endedBy && <PersonName key="ended" id={endedBy} />],
        [t('destruction.endedAt'), endedAt && <Time key="endedAt" at={endedAt} />],
      ]}
    />
  )
}

type Step = 'ask' | 'confirm' | 'withdraw'

/** Destroys all keys: one administrator requests it, and another confirms. */
export const KeyDestruction = () => {
  const { t } = useTranslation('keys')
  const can = useCan()
  const { person } = useSession()
  const refresh = useRefresh()
  const opening = useOpening()
  const [step, setStep] = useState<Step>('ask')
  const { data } = api.useQuery('get', path)
  const destruction = data?.destruction
  const openRequest =
    destruction?.status === 'asked' && Date.parse(destruction.expiresAt) > Date.now() ? destruction : undefined

  const send: Readonly<Record<Step, (reason: string) => Promise<unknown>>> = {
    ask: async reason => unwrap(client.POST(path, { body: { reason } })),
    confirm: async reason =>
      unwrap(client.POST(`${path}/confirm`, { body: { reason, destructionId: openRequest?.id ?? '' } })),
    withdraw: async reason => unwrap(client.POST(`${path}/withdraw`, { body: { reason } })),
  }
  const onSubmit = async (reason: string) => {
    await send[step](reason)
    await refresh()
  }
  const button = (action: Step) => (
    <Button
      key={action}
      variant={action === 'withdraw' ? 'default' : 'outline'}
      {...(action !== 'withdraw' && { color: 'red' })}
      aria-haspopup="dialog"
      onClick={() => {
        setStep(action)
        opening.open()
      }}
    >
      {t(`destruction.${action}`)}
    </Button>
  )
  const isOwn = openRequest?.askedBy === person.id
  const steps: readonly Step[] = openRequest ? (isOwn ? ['withdraw'] : ['confirm', 'withdraw']) : ['ask']

  return (
    <Section title={t('destruction.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('destruction.text')}</Text>
        {destruction && <RequestFacts destruction={destruction} />}
        {openRequest && isOwn && <Text size="sm">{t('destruction.another')}</Text>}
        {data && can('askStorageKeyDestruction') && <Group gap="xs">{steps.map(button)}</Group>}
      </Stack>
      <ActionDialog
        operation={`${step}StorageKeyDestruction`}
        key={opening.openCount}
        opened={opening.opened}
        onClose={opening.close}
        title={t(`destruction.${step}`)}
        text={t(`destruction.${step}Text`)}
        submit={t(`destruction.${step}`)}
        danger={step !== 'withdraw'}
        onSubmit={onSubmit}
      />
    </Section>
  )
}
