import { Anchor, Button, Divider, Stack, TextInput } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { Door } from '#web/ui/door.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { ChooseWorkspace } from './choose-workspace.tsx'
import { CodeField } from './code-field.tsx'
import { asksForCode, rememberNext, useEnter } from './enter.ts'
import { PasswordField } from './password-field.tsx'
import { goThere } from './sign-on.ts'

const route = getRouteApi('/sign-in')

interface SignOnProps {
  readonly email: string
  readonly next: string | undefined
  /** The workspace that the address of the page names. */
  readonly organization: string | undefined
}

const SingleSignOn = ({ email, next, organization }: SignOnProps) => {
  const { t } = useTranslation('account')
  const begin = api.useMutation('post', '/api/workspace/session/single-sign-on')
  const onClick = async () => {
    const found = await begin
      .mutateAsync({ body: { email, ...(organization && { organization }) } })
      .catch(() => undefined)
    if (!found) return
    rememberNext(next)
    goThere(found.url, found.redirectOrigin)
  }
  return (
    <Stack gap="xs">
      <Button variant="default" onClick={onClick} loading={begin.isPending} disabled={!email.includes('@')}>
        {t('signIn.singleSignOn')}
      </Button>
      <ErrorNote error={begin.error} />
    </Stack>
  )
}

export const SignIn = () => {
  const { t } = useTranslation('account')
  const { next, organization } = route.useSearch()
  const enter = useEnter()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [askedForCode, setAskedForCode] = useState(false)
  const signIn = api.useMutation('post', '/api/workspace/session')
  const onlyAsks = asksForCode(signIn.error) && code === ''

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate(
      { body: { email, password, ...(code && { code }), ...(organization && { organization }) } },
      {
        onSuccess: answer => 'person' in answer && enter(answer, next),
        onError: error => setAskedForCode(askedForCode || asksForCode(error)),
      },
    )
  }

  const offered = signIn.data && 'choice' in signIn.data ? signIn.data : undefined
  if (offered)
    return (
      <Door title={t('choose.title')}>
        <ChooseWorkspace offered={offered} onEnter={session => enter(session, next)} onBack={signIn.reset} />
      </Door>
    )
  return (
    <Door title={t('signIn.title')}>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
          {askedForCode && <CodeField value={code} onChange={setCode} />}
          {!onlyAsks && <ErrorNote error={signIn.error} />}
          <Button type="submit" loading={signIn.isPending}>
            {t('signIn.submit')}
          </Button>
          <Anchor component={Link} to="/forgot" size="sm">
            {t('signIn.forgot')}
          </Anchor>
        </Stack>
      </form>
      <Divider label={t('signIn.or')} />
      <SingleSignOn email={email} next={next} organization={organization} />
    </Door>
  )
}
