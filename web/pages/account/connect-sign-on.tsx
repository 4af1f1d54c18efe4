import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Time } from '#web/ui/time.tsx'
import { rememberNext } from './enter.ts'
import { goThere } from './sign-on.ts'

/** Connects the reader's account with their sign-on at the identity provider, and says for 30 days that it was. */
export const ConnectSignOn = () => {
  const { t } = useTranslation('account')
  const { person, signedInWith } = useSession()
  const connect = api.useMutation('post', '/api/workspace/account/sign-on')
  const path = '/api/workspace/people/{personId}/custodians'
  const { data } = api.useQuery('get', path, { params: { path: { personId: person.id } } })
  const onClick = async () => {
    const found = await connect.mutateAsync({ body: {} }).catch(() => undefined)
    if (!found) return
    rememberNext('/account')
    goThere(found.url, found.redirectOrigin)
  }
  return (
    <Stack align="flex-start">
      {data?.signOnConnected && (
        <Text size="sm" role="status">
          {t('connectSignOn.done')} <Time at={data.signOnConnected.at} />
        </Text>
      )}
      {signedInWith !== 'single_sign_on' && (
        <>
          <Text size="sm">{t('connectSignOn.text')}</Text>
          <Button variant="default" onClick={onClick} loading={connect.isPending}>
            {t('connectSignOn.submit')}
          </Button>
          <ErrorNote error={connect.error} />
        </>
      )}
    </Stack>
  )
}
