import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useSession } from '#web/api/session.ts'
import { ErrorNote, ReadFailure } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { useNotify } from '#web/ui/notify.ts'
import { SecretInput } from '#web/ui/secret-input.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'

type Channels = Schemas['MessageChannels']
type Chat = Schemas['ChatChannel']

const services = ['slack', 'teams', 'mattermost'] as const

/** Runs an action of a button; keeps its error until the next one. */
const useAction = () => {
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setError(undefined)
    try {
      await act()
      await refresh()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, run: (act: () => Promise<unknown>) => void run(act) }
}

const MailState = ({ mail: { configured, bounce } }: { mail: Channels['mail'] }) => {
  const { t } = useTranslation('account')
  const { person } = useSession()
  const { busy, error, run } = useAction()
  const notify = useNotify()
  const resume = async () => {
    await unwrap(client.POST('/api/workspace/account/mail/resume', {}))
    notify(t('messages.resumed'))
  }
  if (!configured) return <Text>{t('messages.noMail')}</Text>
  if (!bounce) return <Text>{t('messages.mailTo', { address: person.email })}</Text>
  return (
    <Alert color="red">
      <Text mb="xs">{t('messages.bounced', { address: bounce.address, reply: bounce.reply })}</Text>
      <Button size="xs" variant="default" loading={busy} onClick={() => run(resume)}>
        {t('messages.resume')}
      </Button>
      <ErrorNote error={error} />
    </Alert>
  )
}

const ConnectChat = () => {
  const { t } = useTranslation('account')
  const refresh = useRefresh()
  const notify = useNotify()
  const form = useForm<{ service: Chat['service']; address: string; withMail: boolean }>({
    initialValues: { service: 'slack', address: '', withMail: true },
  })
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    await unwrap(client.PUT('/api/workspace/account/chat-channel', { body: form.values }))
    notify(t('messages.connected'))
    await refresh()
  })
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack maw={480}>
        <Text>{t('messages.chatText')}</Text>
        <NativeSelect
          label={t('messages.service')}
          data={services.map(value => ({ value, label: t(`messages.services.${value}`) }))}
          {...form.getInputProps('service')}
        />
        <SecretInput
          label={t('messages.address')}
          description={t('messages.addressHint')}
          autoComplete="off"
          required
          {...form.getInputProps('address')}
        />
        <Checkbox label={t('messages.withMail')} {...form.getInputProps('withMail', { type: 'checkbox' })} />
        <SubmitButton loading={busy}>{t('messages.connect')}</SubmitButton>
        <ErrorNote error={error} />
      </Stack>
    </form>
  )
}

const ConnectedChat = ({ chat }: { chat: Chat }) => {
  const { t } = useTranslation('account')
  const { busy, error, run } = useAction()
  const notify = useNotify()
  const { service, host, withMail, sentAt, failures, failure, pausedAt } = chat
  const path = '/api/workspace/account/chat-channel'
  const test = async () => {
    const result = await unwrap(client.POST(`${path}/test`, {}))
    notify(result.failures === 0 ? t('messages.tested') : t('messages.notTested', { failure: result.failure }))
  }
  const remove = async () => {
    await unwrap(client.DELETE(path, {}))
    notify(t('messages.removed'))
  }
  const setWithMail = (value: boolean) => unwrap(client.PATCH(path, { body: { withMail: value } }))
  return (
    <Stack maw={480} align="flex-start">
      <Text>{t('messages.connectedTo', { service: t(`messages.services.${service}`), host })}</Text>
      {sentAt && (
        <Text size="sm">
          {t('messages.sent')} <Time at={sentAt} />
        </Text>
      )}
      {failures > 0 && (
        <Alert color="red">{t(pausedAt ? 'messages.paused' : 'messages.failed', { failure: failure ?? '' })}</Alert>
      )}
      <Checkbox
        label={t('messages.withMail')}
        checked={withMail}
        disabled={busy}
        onChange={({ currentTarget: { checked } }) => run(() => setWithMail(checked))}
      />
      <Group>
        <Button variant="default" loading={busy} onClick={() => run(test)}>
          {t('messages.test')}
        </Button>
        <Button variant="subtle" color="red" loading={busy} onClick={() => run(remove)}>
          {t('messages.remove')}
        </Button>
      </Group>
      <ErrorNote error={error} />
    </Stack>
  )
}

/** Shows where a person's notifications are sent: the state of their mail address, and their chat channel. */
export const MessageChannels = () => {
  const { t } = useTranslation('account')
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/account/message-channels')
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <Lines />
  return (
    <Stack>
      <Title order={3}>{t('messages.mail')}</Title>
      <MailState mail={data.mail} />
      <Title order={3}>{t('messages.chat')}</Title>
      {data.chat ? <ConnectedChat chat={data.chat} /> : <ConnectChat />}
    </Stack>
  )
}
