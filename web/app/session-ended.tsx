import { Anchor, Button, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answered, client } from '#web/api/client.ts'
import { renewBy } from '#web/api/renew.ts'
import { keepSession, leave, onSignedIn, sessionQuery, useSession } from '#web/api/session.ts'
import { recallNext, rememberNext } from '#web/pages/account/enter.ts'
import { SignInForm } from '#web/pages/account/sign-in-form.tsx'
import { goThere } from '#web/pages/account/sign-on.ts'
import { ErrorNote } from '#web/ui/failures.tsx'

/**
 * In a separate window, so that this page stays unchanged. The click opens it, before any call, or the browser would
 * block it.
 */
const SignOnElsewhere = ({ email, organization }: { email: string; organization: string }) => {
  const { t } = useTranslation('account')
  const router = useRouter()
  const [error, setError] = useState<unknown>()
  const begin = async () => {
    // A new window inherits this one's session storage.
    rememberNext(router.buildLocation({ to: '/sign-in/done' }).href)
    const opened = open('', '', 'popup,width=520,height=680')
    recallNext()
    if (!opened) return setError(new Error(t('ended.noWindow')))
    const call = client.POST('/api/workspace/session/single-sign-on', { body: { email, organization } })
    const found = await answered(call).catch(refused => {
      opened.close()
      setError(refused)
    })
    if (found) goThere(found.url, found.redirectOrigin, opened)
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

/** Over a page that holds something unsent: the same person signs in again, and waiting calls continue. */
export const SessionEnded = () => {
  const { t } = useTranslation('account')
  const queries = useQueryClient()
  const { person, organization } = useSession()
  const [answer, setAnswer] = useState<(renewed: boolean) => void>()
  useEffect(() => renewBy(() => new Promise(resolve => setAnswer(() => resolve))), [])
  useEffect(() => {
    if (!answer) return
    const end = () => {
      setAnswer(undefined)
      answer(true)
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    }
    return onSignedIn(end)
  }, [answer, queries])

  return (
    <Modal
      opened={answer !== undefined}
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
          known={person.email}
          organization={organization.slug}
          onAnswer={() => {
            keepSession()
            setAnswer(undefined)
            answer?.(true)
          }}
        />
        <SignOnElsewhere email={person.email} organization={organization.slug} />
        <Anchor component="button" type="button" size="sm" onClick={() => leave()}>
          {t('ended.leave')}
        </Anchor>
      </Stack>
    </Modal>
  )
}
