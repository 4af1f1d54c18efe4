import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answered, client, type Schemas } from '#web/api/client.ts'
import { askBy, type Proof } from '#web/api/confirm.ts'
import { useSession } from '#web/api/session.ts'
import { CodeField } from '#web/pages/account/code-field.tsx'
import { rememberNext } from '#web/pages/account/enter.ts'
import { PasskeyButton } from '#web/pages/account/passkey.tsx'
import { PasswordField } from '#web/pages/account/password-field.tsx'
import { goThere } from '#web/pages/account/sign-on.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'

interface Asked {
  readonly proof: Proof
  readonly answer: (proved: boolean) => void
}

const secrets = ['password', 'code']

/** Requests a new proof of identity when a change of access needs it; the call is then repeated. */
export const ConfirmDialog = () => {
  const { t } = useTranslation('account')
  const { person, organization, secondFactor } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const form = useForm({ initialValues: { password: '', code: '' } })
  const { password, code } = form.values
  useEffect(() => askBy(proof => new Promise(answer => setAsked({ proof, answer }))), [])

  const end = (proved: boolean) => {
    asked?.answer(proved)
    setAsked(undefined)
    form.reset()
  }
  const needsCode = secondFactor !== 'none'
  const prove = async () => {
    const body = { password, ...(needsCode && { code }) }
    await answered(client.POST('/api/workspace/session/confirm', { body }))
    end(true)
  }
  const proveByPasskey = async (passkey: Schemas['PasskeyProof']) => {
    await answered(client.POST('/api/workspace/session/confirm', { body: { passkey } }))
    end(true)
  }
  const signOn = async () => {
    const body = { email: person.email, organization: organization.slug, fresh: true }
    const { url, redirectOrigin } = await answered(client.POST('/api/workspace/session/single-sign-on', { body }))
    rememberNext(location.pathname + location.search)
    goThere(url, redirectOrigin)
    return 'stay'
  }
  const byPassword = asked?.proof !== 'single_sign_on'

  return (
    <ActionDialog
      opened={asked !== undefined}
      onClose={() => end(false)}
      title={t('confirm.title')}
      text={t(byPassword ? 'confirm.text' : 'confirm.signOnText')}
      submit={t(byPassword ? 'confirm.submit' : 'confirm.signOn')}
      reason={false}
      above
      form={form}
      secrets={secrets}
      ready={!byPassword || (password !== '' && (!needsCode || code.length >= 6))}
      onSubmit={byPassword ? prove : signOn}
    >
      {byPassword && (
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          autoFocus
          value={password}
          {...form.getInputProps('password')}
        />
      )}
      {byPassword && needsCode && <CodeField value={code} {...form.getInputProps('code')} />}
      {byPassword && needsCode && (
        <PasskeyButton label={t('passkeys.instead')} verification="required" onProof={proveByPasskey} />
      )}
    </ActionDialog>
  )
}
