import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unwrap, api, client, type Schemas } from '#web/api/client.ts'
import { AuthLayout } from '#web/ui/auth-layout.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { ButtonLink } from '#web/ui/links.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'
import { CodeField } from './code-field.tsx'
import { asksForCode, passkeysIn, useEnter } from './enter.ts'
import { PasskeyButton } from './passkey.tsx'
import { isNewPassword, PasswordField } from './password-field.tsx'

type Look = Pick<Schemas['Invitation'], 'email' | 'name' | 'role' | 'purpose' | 'expiresAt'> & {
  readonly organization: { readonly name: string }
}

const Accept = ({ token, found }: { token: string; found: Look }) => {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const enter = useEnter()
  const form = useForm({
    initialValues: { name: found.name, password: '', currentPassword: '', code: '', joins: false },
  })
  const { name, password, currentPassword, code, joins } = form.values
  const [askedForCode, setAskedForCode] = useState(false)
  const [ids, setIds] = useState<readonly string[]>([])
  const [changed, setChanged] = useState(false)
  const isInvitation = found.purpose === 'invitation'
  const send = async (passkey?: Schemas['PasskeyProof']) => {
    const body = {
      token,
      password,
      ...(isInvitation && { name }),
      ...(joins && { currentPassword, ...(passkey ? { passkey } : code && { code }) }),
    }
    const answer = await unwrap(client.POST('/api/workspace/invitations/accept', { body })).catch(refused => {
      setAskedForCode(askedForCode || asksForCode(refused))
      if (asksForCode(refused)) setIds(passkeysIn(refused))
      throw refused
    })
    if ('person' in answer) enter(answer)
    else setChanged(true)
  }
  const { formRef, onSubmit, busy, error } = useSending(form, () => send())

  // People with a second factor must still show it: the new password alone opens no session.
  if (changed)
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
            ? t('invitation.text', { organization: found.organization.name, role: common(`role.${found.role}`) })
            : t('invitation.resetText', { organization: found.organization.name })}{' '}
          {t('invitation.until')} <Time at={found.expiresAt} />.
        </Text>
        <TextInput label={t('email')} value={found.email} readOnly autoComplete="username" />
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
        {joins && askedForCode && <CodeField value={code} {...form.getInputProps('code')} />}
        {joins && askedForCode && (
          <PasskeyButton label={t('passkeys.instead')} verification="preferred" ids={ids} onProof={send} />
        )}
        <PasswordField
          label={t('newPassword')}
          autoComplete="new-password"
          autoFocus
          value={password}
          {...form.getInputProps('password')}
        />
        <ErrorNote error={error} />
        <Button type="submit" loading={busy} disabled={!isNewPassword(password) || (joins && currentPassword === '')}>
          {isInvitation ? t('invitation.submit') : t('invitation.resetSubmit')}
        </Button>
      </Stack>
    </form>
  )
}

/** Where the link of an invitation, or of a forgotten password, leads. */
export const Invitation = () => {
  const { t } = useTranslation('account')
  const [token] = useState(location.hash.slice(1))
  const look = api.useQuery('post', '/api/workspace/invitations/look', { body: { token } }, { retry: false })
  const isReset = look.data?.purpose === 'password_reset'
  return (
    <AuthLayout title={isReset ? t('invitation.resetTitle') : t('invitation.title')}>
      {look.isPending && <Lines count={4} />}
      <ErrorNote error={look.error} />
      {look.error && 'link' in look.error && look.error.link === 'used' && (
        <ButtonLink to="/sign-in">{t('signIn.title')}</ButtonLink>
      )}
      {look.data && <Accept token={token} found={look.data} />}
    </AuthLayout>
  )
}
