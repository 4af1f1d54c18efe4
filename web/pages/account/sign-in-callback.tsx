import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { AuthLayout } from '#web/ui/auth-layout.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { recallNext, useEnter } from './enter.ts'
import { SignOnCode } from './sign-on-code.tsx'

/** Where the identity provider sends people back: its answer opens the session, once. */
export const SignInCallback = () => {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const finish = api.useMutation('post', '/api/workspace/session/single-sign-on/callback')
  const sent = useRef(false)
  const [asked, setAsked] = useState<Schemas['SecondFactorAsked']>()

  useEffect(() => {
    if (sent.current) return
    sent.current = true
    const onSuccess = (answer: NonNullable<typeof finish.data>) =>
      'person' in answer ? enter(answer, recallNext()) : setAsked(answer)
    finish.mutate({ body: { query: location.search.slice(1) } }, { onSuccess })
  }, [finish, enter])

  if (asked)
    return (
      <AuthLayout title={t('callback.title')}>
        <SignOnCode asked={asked} onEnter={session => enter(session, recallNext())} />
      </AuthLayout>
    )
  return (
    <AuthLayout title={t('callback.title')}>
      {finish.error ? (
        <>
          <ErrorNote error={finish.error} />
          <ButtonLink to="/sign-in" variant="default">
            {t('callback.again')}
          </ButtonLink>
        </>
      ) : (
        <Text role="status">{t('callback.wait')}</Text>
      )}
    </AuthLayout>
  )
}
