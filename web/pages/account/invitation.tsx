import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, errorId, type Schemas, unwrap } from '#web/api/client.ts'
import { AuthLayout } from '#web/ui/auth-layout.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { AnchorLink, ButtonLink } from '#web/ui/links.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'
import { CodeField } from './code-field.tsx'
import { asksForCode, passkeysIn, useEnter } from './enter.ts'
import { PasskeyButton } from './passkey.tsx'
import { PasswordField } from './password-field.tsx'

type InvitationPreview = Pick<Schemas['Invitation'], 'email' | 'name' | 'role' | 'purpose' | 'expiresAt'> & {
  readonly organization: { readonly name: string }
}

const Accept = ({ token, invitation }: { token: string; invitation: InvitationPreview }) => {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const enter = useEnter()
  const form = useForm({
    initialValues: { name: invitation.name, password: '', currentPassword: '', code: '', joins: false },
  })
  const { name, password, currentPassword, code, joins } = form.values
  const [needsCode, setNeedsCode] = useState(false)
  const [ids, setIds] = useState<readonly string[]>([])
  const [isChanged, setChanged] = useState(false)
  const isInvitation = invitation.purpose === 'invitation'
  const send = async (passkey?: Schemas['PasskeyProof']) => {
    const body = {
      token,
      password,
      ...(isInvitation && { name }),
      ...(joins && { currentPassword, ...(passkey ? { passkey } : code && { code }) }),
    }
    const result = await unwrap(client.POST('/api/workspace/invitations/accept', { body })).catch(failure => {
      setNeedsCode(needsCode || asksForCode(failure))
      if (asksForCode(failure)) setIds(passkeysIn(failure))
      throw failure
    })
    if ('person' in result) enter(result)
    else setChanged(true)
  }
  const { formRef, onSubmit, busy, error } = useSending(form, () => send())

  // People with a second factor must still use it: the new password alone does not open a session.
  if (isChanged)
    return (
      <>
        <Text>{t('invitation.changed')}</Text>
        <ButtonLink to="/sign-in">{t('signIn.title')}</ButtonLink>
      </>
    )
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack>
        <Text>
          {isInvitation
            ? t('invitation.text', {
                organization: invitation.organization.name,
                role: common(`role.${invitation.role}`),
              })
            : t('invitation.resetText', { organization: invitation.organization.name })}{' '}
          {t('invitation.until')} <Time at={invitation.expiresAt} />.
        </Text>
        <TextInput label={t('email')} value={invitation.email} readOnly autoComplete="username" />
        {isInvitation && (
          <TextInput label={t('name')} autoComplete="name" required maxLength={200} {...form.getInputProps('name')} />
        )}
        {isInvitation && (
          <Checkbox
            label={t('invitation.joins')}
            description={t('invitation.joinsHint')}
            {...form.getInputProps('joins', { type: 'checkbox' })}
          />
        )}
        {joins && (
          <PasswordField
            label={t('currentPassword')}
            autoComplete="current-password"
            value={currentPassword}
            {...form.getInputProps('currentPassword')}
          />
        )}
        {joins && needsCode && <CodeField value={code} {...form.getInputProps('code')} />}
        {joins && needsCode && (
          <PasskeyButton label={t('passkeys.instead')} verification="preferred" ids={ids} onProof={send} />
        )}
        <PasswordField
          label={t('newPassword')}
          autoComplete="new-password"
          autoFocus
          value={password}
          {...form.getInputProps('password')}
        />
        <SubmitButton loading={busy}>
          {isInvitation ? t('invitation.submit') : t('invitation.resetSubmit')}
        </SubmitButton>
        <ErrorNote error={error} />
      </Stack>
    </form>
  )
}

/** Other ways to sign in, for a person whose link does not work. */
const OtherWays = () => {
  const { t } = useTranslation('account')
  return (
    <>
      <Text size="sm">{t('invitation.onward')}</Text>
      <ButtonLink to="/sign-in">{t('signIn.title')}</ButtonLink>
      <AnchorLink to="/forgot" size="sm">
        {t('forgot.title')}
      </AnchorLink>
    </>
  )
}

/** The page that opens from an invitation or password reset link. */
export const Invitation = () => {
  const { t } = useTranslation('account')
  const [token] = useState(location.hash.slice(1))
  const preview = api.useQuery('post', '/api/workspace/invitations/look', { body: { token } }, { retry: false })
  const isReset = preview.data?.purpose === 'password_reset'
  return (
    <AuthLayout title={isReset ? t('invitation.resetTitle') : t('invitation.title')}>
      {preview.isPending && <Lines count={4} />}
      <ErrorNote error={preview.error} />
      {errorId(preview.error) === 'unauthorized' && <OtherWays />}
      {preview.data && <Accept token={token} invitation={preview.data} />}
    </AuthLayout>
  )
}
