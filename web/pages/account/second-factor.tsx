import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renderSVG } from 'uqr'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useSession } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const svgUrl = (text: string): string => `data:image/svg+xml;base64,${btoa(renderSVG(text, { border: 2 }))}`

type Secret = Required<Schemas['TotpSecret']>

/**
 * Asks for the password, so that a stranger at an unattended browser cannot take over the account with their own app.
 */
const StartSetup = ({ onStarted }: { onStarted: (secret: Secret) => void }) => {
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
    if (secret && otpauthUrl) onStarted({ secret, otpauthUrl })
  }
  return (
    <Stack align="flex-start">
      <Text size="sm">{t('secondFactor.off')}</Text>
      <Button aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {t('secondFactor.begin')}
      </Button>
      <ActionDialog
        operation={null}
        opened={opened}
        onClose={close}
        title={t('secondFactor.begin')}
        text={t('secondFactor.beginText')}
        submit={t('confirm.submit')}
        form={form}
        secrets={['currentPassword']}
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

/** Shows the secret as a QR code and as text, and asks for a first code to prove that the app has it. */
const Enrol = ({ onConfirmed }: { onConfirmed: (recoveryCodes: readonly string[]) => void }) => {
  const { t } = useTranslation('account')
  const form = useForm({ initialValues: { code: '' } })
  const { code } = form.values
  const [secret, setSecret] = useState<Secret>()
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    const { recoveryCodes } = await unwrap(client.POST('/api/workspace/account/totp/confirm', { body: { code } }))
    onConfirmed(recoveryCodes ?? [])
  })
  if (!secret) return <StartSetup onStarted={setSecret} />
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack align="flex-start">
        <Text size="sm">{t('secondFactor.scan')}</Text>
        <img src={svgUrl(secret.otpauthUrl)} width={180} height={180} alt={t('secondFactor.qr')} />
        <Copyable value={secret.secret} />
        <CodeField value={code} {...form.getInputProps('code')} />
        <SubmitButton loading={busy}>{t('secondFactor.confirm')}</SubmitButton>
        <ErrorNote error={error} />
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
        operation={null}
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('secondFactor.remove')}
        text={t('secondFactor.removeText')}
        submit={t('secondFactor.remove')}
        danger
        form={form}
        secrets={['code']}
        onSubmit={remove}
      >
        <CodeField value={code} {...form.getInputProps('code')} />
      </ActionDialog>
    </Stack>
  )
}

/** Turns codes from an authenticator app (RFC 6238) on or off, with recovery codes in case the app is lost. */
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
