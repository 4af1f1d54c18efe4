import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Door } from '#web/ui/door.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'
import { CodeField } from './code-field.tsx'
import { asksForCode, useEnter } from './enter.ts'
import { isNewPassword, PasswordField } from './password-field.tsx'

type Look = Pick<Schemas['Invitation'], 'email' | 'name' | 'role' | 'purpose' | 'expiresAt'> & {
  readonly organization: { readonly name: string }
}

const Accept = ({ token, found }: { token: string; found: Look }) => {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const enter = useEnter()
  const [name, setName] = useState(found.name)
  const [password, setPassword] = useState('')
  const [known, setKnown] = useState('')
  const [code, setCode] = useState('')
  const [askedForCode, setAskedForCode] = useState(false)
  const [joins, setJoins] = useState(false)
  const accept = api.useMutation('post', '/api/workspace/invitations/accept')
  const isInvitation = found.purpose === 'invitation'

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    accept.mutate(
      {
        body: {
          token,
          password,
          ...(isInvitation && { name }),
          ...(joins && { currentPassword: known, ...(code && { code }) }),
        },
      },
      {
        onSuccess: answer => 'person' in answer && enter(answer),
        onError: error => setAskedForCode(askedForCode || asksForCode(error)),
      },
    )
  }

  // Somebody with a second factor still has to show it: the new password alone opens no session.
  if (accept.data && !('person' in accept.data))
    return (
      <>
        <Text>{t('invitation.changed')}</Text>
        <Button component={Link} to="/sign-in">
          {t('signIn.title')}
        </Button>
      </>
    )
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <Text>
          {isInvitation
            ? t('invitation.text', { organization: found.organization.name, role: common(`role.${found.role}`) })
            : t('invitation.resetText', { organization: found.organization.name })}{' '}
          {t('invitation.until')} <Time at={found.expiresAt} />.
        </Text>
        <TextInput label={t('email')} value={found.email} readOnly autoComplete="username" />
        {isInvitation && (
          <TextInput
            label={t('name')}
            autoComplete="name"
            required
            maxLength={200}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
        )}
        {isInvitation && (
          <Checkbox
            label={t('invitation.joins')}
            description={t('invitation.joinsHint')}
            checked={joins}
            onChange={event => setJoins(event.currentTarget.checked)}
          />
        )}
        {joins && (
          <PasswordField
            label={t('currentPassword')}
            autoComplete="current-password"
            value={known}
            onChange={setKnown}
          />
        )}
        {joins && askedForCode && <CodeField value={code} onChange={setCode} />}
        <PasswordField
          label={t('newPassword')}
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
        />
        <ErrorNote error={accept.error} />
        <Button type="submit" loading={accept.isPending} disabled={!isNewPassword(password) || (joins && known === '')}>
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
    <Door title={isReset ? t('invitation.resetTitle') : t('invitation.title')}>
      {look.isPending && <Lines count={4} />}
      <ErrorNote error={look.error} />
      {look.error && 'link' in look.error && look.error.link === 'used' && (
        <Button component={Link} to="/sign-in">
          {t('signIn.title')}
        </Button>
      )}
      {look.data && <Accept token={token} found={look.data} />}
    </Door>
  )
}
