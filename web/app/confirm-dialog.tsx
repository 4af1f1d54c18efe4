import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { type Proof, proofDialog } from '#web/api/confirm.ts'
import { useSession } from '#web/api/session.ts'
import { CodeField } from '#web/pages/account/code-field.tsx'
import { rememberNext } from '#web/pages/account/enter.ts'
import { PasskeyButton } from '#web/pages/account/passkey.tsx'
import { PasswordField } from '#web/pages/account/password-field.tsx'
import { goToProvider } from '#web/pages/account/sign-on.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'

interface ProofRequest {
  readonly proof: Proof
  readonly settle: (isProven: boolean) => void
}

const secrets = ['password', 'code']

/** Asks for a new proof of identity when a change of access needs one. The call is then repeated. */
export const ConfirmDialog = () => {
  const { t } = useTranslation('account')
  const { person, organization, secondFactor } = useSession()
  const [request, setRequest] = useState<ProofRequest>()
  const form = useForm({ initialValues: { password: '', code: '' } })
  const { password, code } = form.values
  useEffect(() => proofDialog.register(proof => new Promise(settle => setRequest({ proof, settle }))), [])

  const end = (isProven: boolean) => {
    request?.settle(isProven)
    setRequest(undefined)
    form.reset()
  }
  const needsCode = secondFactor !== 'none'
  const prove = async () => {
    const body = { password, ...(needsCode && { code }) }
    await unwrap(client.POST('/api/workspace/session/confirm', { body }))
    end(true)
  }
  const proveByPasskey = async (passkey: Schemas['PasskeyProof']) => {
    await unwrap(client.POST('/api/workspace/session/confirm', { body: { passkey } }))
    end(true)
  }
  const signOn = async () => {
    const body = { email: person.email, organization: organization.slug, fresh: true }
    const { url, redirectOrigin } = await unwrap(client.POST('/api/workspace/session/single-sign-on', { body }))
    rememberNext(location.pathname + location.search)
    goToProvider(url, redirectOrigin)
    return 'stay'
  }
  const byPassword = request?.proof !== 'single_sign_on'

  return (
    <ActionDialog
      operation={null}
      opened={request !== undefined}
      onClose={() => end(false)}
      title={t('confirm.title')}
      text={t(byPassword ? 'confirm.text' : 'confirm.signOnText')}
      submit={t(byPassword ? 'confirm.submit' : 'confirm.signOn')}
      onTop
      form={form}
      secrets={secrets}
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
