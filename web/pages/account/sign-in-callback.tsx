import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { AuthLayout } from '#web/ui/auth-layout.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { ButtonLink } from '#web/ui/links.tsx'
import { recallNext, useEnter } from './enter.ts'
import { SignOnCode } from './sign-on-code.tsx'

/** The page that the identity provider sends people back to. Its response opens the session, once. */
export const SignInCallback = () => {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const finish = api.useMutation('post', '/api/workspace/session/single-sign-on/callback')
  const isSent = useRef(false)
  const [codeRequest, setCodeRequest] = useState<Schemas['SecondFactorAsked']>()

  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const onSuccess = (response: NonNullable<typeof finish.data>) =>
      'person' in response ? enter(response, recallNext()) : setCodeRequest(response)
    finish.mutate({ body: { query: location.search.slice(1) } }, { onSuccess })
  }, [finish, enter])

  if (codeRequest)
    return (
      <AuthLayout title={t('callback.title')}>
        <SignOnCode request={codeRequest} onEnter={session => enter(session, recallNext())} />
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
