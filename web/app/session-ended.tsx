import { Anchor, Button, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { signInDialog } from '#web/api/renew.ts'
import { goToSignIn, keepSession, onSignedIn, sessionQuery, useSession } from '#web/api/session.ts'
import { recallNext, rememberNext } from '#web/pages/account/enter.ts'
import { SignInForm } from '#web/pages/account/sign-in-form.tsx'
import { goToProvider } from '#web/pages/account/sign-on.ts'
import { ErrorNote } from '#web/ui/failures.tsx'

/**
 * Signs on in a separate window, so that this page stays unchanged. The click handler opens the window directly,
 * because browsers block windows that open after a call to the server.
 */
const SignOnInWindow = ({ email, organization }: { email: string; organization: string }) => {
  const { t } = useTranslation('account')
  const router = useRouter()
  const [error, setError] = useState<unknown>()
  const begin = async () => {
    // A new window inherits this one's session storage.
    rememberNext(router.buildLocation({ to: '/sign-in/done' }).href)
    const popup = open('', '', 'popup,width=520,height=680')
    recallNext()
    if (!popup) return setError(new Error(t('ended.noWindow')))
    const call = client.POST('/api/workspace/session/single-sign-on', { body: { email, organization } })
    const signOn = await unwrap(call).catch(failure => {
      popup.close()
      setError(failure)
    })
    if (signOn) goToProvider(signOn.url, signOn.redirectOrigin, popup)
  }
  return (
    <>
      <Button variant="default" onClick={begin}>
        {t('signIn.singleSignOn')}
      </Button>
      <ErrorNote error={error} />
    </>
  )
}

/** Covers a page with unsent input: the same person signs in again, and waiting calls continue. */
export const SessionEnded = () => {
  const { t } = useTranslation('account')
  const queries = useQueryClient()
  const { person, organization } = useSession()
  const [settle, setSettle] = useState<(isRenewed: boolean) => void>()
  useEffect(() => signInDialog.register(() => new Promise(resolve => setSettle(() => resolve))), [])
  useEffect(() => {
    if (!settle) return
    const end = () => {
      setSettle(undefined)
      settle(true)
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    }
    return onSignedIn(end)
  }, [settle, queries])

  return (
    <Modal
      opened={settle !== undefined}
      onClose={() => undefined}
      fullScreen
      zIndex={getDefaultZIndex('modal') + 2}
      withCloseButton={false}
      closeOnEscape={false}
      title={t('ended.title')}
    >
      <Stack maw={380} mx="auto">
        <Text>{t('ended.text')}</Text>
        <SignInForm
          email={person.email}
          organization={organization.slug}
          onResponse={() => {
            keepSession()
            setSettle(undefined)
            settle?.(true)
          }}
        />
        <SignOnInWindow email={person.email} organization={organization.slug} />
        <Anchor component="button" type="button" size="sm" onClick={() => goToSignIn()}>
          {t('ended.leave')}
        </Anchor>
      </Stack>
    </Modal>
  )
}
