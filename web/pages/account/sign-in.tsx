import { Alert, Button, Divider, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { isSignedOutAtProvider, type Session } from '#web/api/session.ts'
import { AuthLayout } from '#web/ui/auth-layout.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { ChooseWorkspace } from './choose-workspace.tsx'
import { rememberNext, useEnter } from './enter.ts'
import { PasskeyButton } from './passkey.tsx'
import { emailId, emptyInput, SignInForm } from './sign-in-form.tsx'
import { goToProvider } from './sign-on.ts'

const route = getRouteApi('/sign-in')

interface SignOnProps {
  readonly email: string
  readonly next: string | undefined
  /** The workspace in the address of the page. */
  readonly organization: string | undefined
}

/** The token of a mailed link that connects an account with a sign-on. */
const tokenIn = (hash: string): string | undefined => /^#connect=(\S+)$/.exec(hash)?.[1]

const SingleSignOn = ({ email, next, organization }: SignOnProps) => {
  const { t } = useTranslation('account')
  const begin = api.useMutation('post', '/api/workspace/session/single-sign-on')
  const [link] = useState(() => tokenIn(window.location.hash))
  const [isMissing, setMissing] = useState(false)
  const onClick = async () => {
    const isComplete = email.includes('@')
    setMissing(!isComplete)
    if (!isComplete) {
      document.getElementById(emailId)?.focus()
      return
    }
    const signOn = await begin
      .mutateAsync({ body: { email, ...(organization && { organization }), ...(link && { link }) } })
      .catch(() => undefined)
    if (!signOn) return
    rememberNext(next)
    goToProvider(signOn.url, signOn.redirectOrigin)
  }
  return (
    <Stack gap="xs">
      {link && <Alert>{t('signIn.connect')}</Alert>}
      <Button variant="default" onClick={onClick} loading={begin.isPending}>
        {t('signIn.singleSignOn')}
      </Button>
      {isMissing && !email.includes('@') && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('signIn.emailFirst')}
        </Text>
      )}
      <ErrorNote error={begin.error} />
    </Stack>
  )
}

export const SignIn = () => {
  const { t } = useTranslation('account')
  const { next, organization, state } = route.useSearch()
  const enter = useEnter()
  const [input, setInput] = useState(emptyInput)
  const [workspaceChoice, setWorkspaceChoice] = useState<Schemas['WorkspaceChoice']>()

  const onResponse = (response: Session | Schemas['WorkspaceChoice']) =>
    'person' in response ? enter(response, next) : setWorkspaceChoice(response)

  if (workspaceChoice)
    return (
      <AuthLayout title={t('choose.title')}>
        <ChooseWorkspace
          workspaceChoice={workspaceChoice}
          onEnter={session => enter(session, next)}
          onBack={() => setWorkspaceChoice(undefined)}
        />
      </AuthLayout>
    )
  return (
    <AuthLayout title={t('signIn.title')}>
      {isSignedOutAtProvider(state) && <Alert role="status">{t('signIn.signedOut')}</Alert>}
      <SignInForm organization={organization} initial={input} onInput={setInput} onResponse={onResponse}>
        <AnchorLink to="/forgot" size="sm">
          {t('signIn.forgot')}
        </AnchorLink>
      </SignInForm>
      <Divider label={t('signIn.or')} />
      <PasskeyButton
        label={t('passkeys.signIn')}
        verification="required"
        onProof={async passkey => {
          const body = { passkey, ...(organization && { organization }) }
          onResponse(await unwrap(client.POST('/api/workspace/session/passkey', { body })))
        }}
      />
      <SingleSignOn email={input.email} next={next} organization={organization} />
    </AuthLayout>
  )
}
