import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renderSVG } from 'uqr'
import { unwrap, client, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useSession } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { StatusBadge } from '#web/ui/status.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const svgUrl = (text: string): string => `data:image/svg+xml;base64,${btoa(renderSVG(text, { border: 2 }))}`

type Secret = Required<Schemas['TotpSecret']>

/** Asks for the password, so that a stranger at an open browser cannot take over the account with their own app. */
const Begin = ({ onBegun }: { onBegun: (secret: Secret) => void }) => {
  const { t } = useTranslation('account')
  const [opened, setOpened] = useState(false)
  const form = useForm({ initialValues: { currentPassword: '' } })
  const { currentPassword } = form.values
  const close = () => {
    setOpened(false)
    form.reset()
  }
  const begin = async () => {
    const { secret, otpauthUrl } = await unwrap(client.POST('/api/workspace/account/totp', { body: form.values }))
    if (secret && otpauthUrl) onBegun({ secret, otpauthUrl })
  }
  return (
    <Stack align="flex-start">
      <Text size="sm">{t('secondFactor.off')}</Text>
      <Button aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {t('secondFactor.begin')}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('secondFactor.begin')}
        text={t('secondFactor.beginText')}
        submit={t('confirm.submit')}
        reason={false}
        form={form}
        secrets={['currentPassword']}
        ready={currentPassword !== ''}
        onSubmit={begin}
      >
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          autoFocus
          value={currentPassword}
          {...form.getInputProps('currentPassword')}
        />
      </ActionDialog>
    </Stack>
  )
}

/** The secret as a QR code and in letters, and the first code that proves the app has it. */
const Enrol = ({ onConfirmed }: { onConfirmed: (recoveryCodes: readonly string[]) => void }) => {
  const { t } = useTranslation('account')
  const form = useForm({ initialValues: { code: '' } })
  const { code } = form.values
  const [begun, setBegun] = useState<Secret>()
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    const { recoveryCodes } = await unwrap(client.POST('/api/workspace/account/totp/confirm', { body: { code } }))
    onConfirmed(recoveryCodes ?? [])
  })
  if (!begun) return <Begin onBegun={setBegun} />
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack align="flex-start">
        <Text size="sm">{t('secondFactor.scan')}</Text>
        <img src={svgUrl(begun.otpauthUrl)} width={180} height={180} alt={t('secondFactor.qr')} />
        <Copyable value={begun.secret} />
        <CodeField value={code} {...form.getInputProps('code')} />
        <ErrorNote error={error} />
        <Button type="submit" loading={busy} disabled={code.length < 6}>
          {t('secondFactor.confirm')}
        </Button>
      </Stack>
    </form>
  )
}

const TurnOff = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation('account')
  const [opened, setOpened] = useState(false)
  const form = useForm({ initialValues: { code: '' } })
  const { code } = form.values
  const remove = async () => {
    await unwrap(client.DELETE('/api/workspace/account/totp', { body: { code } }))
    onDone()
  }
  return (
    <Stack align="flex-start">
      <Group gap="xs">
        <StatusBadge status="active" />
        <Text size="sm">{t('secondFactor.on')}</Text>
      </Group>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {t('secondFactor.remove')}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('secondFactor.remove')}
        text={t('secondFactor.removeText')}
        submit={t('secondFactor.remove')}
        danger
        reason={false}
        form={form}
        secrets={['code']}
        ready={code.length >= 6}
        onSubmit={remove}
      >
        <CodeField value={code} {...form.getInputProps('code')} />
      </ActionDialog>
    </Stack>
  )
}

/** One-time codes from an authenticator app (RFC 6238), with recovery codes for when it is lost. */
export const SecondFactor = () => {
  const { secondFactor } = useSession()
  const refresh = useRefresh()
  const [codes, setCodes] = useState<readonly string[]>()
  const onStored = () => {
    setCodes(undefined)
    void refresh()
  }
  if (codes) return <RecoveryCodes codes={codes} onStored={onStored} />
  return secondFactor === 'totp' ? <TurnOff onDone={refresh} /> : <Enrol onConfirmed={setCodes} />
}
