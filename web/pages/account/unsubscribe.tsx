import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { AuthLayout } from '#web/ui/auth-layout.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { Lines } from '#web/ui/skeletons.tsx'

type Subscription = Schemas['MailSubscription']

const Confirm = ({ token, subscription }: { token: string; subscription: Subscription }) => {
  const { t } = useTranslation('account')
  const [state, setState] = useState<'asked' | 'busy' | 'stopped'>('asked')
  const [error, setError] = useState<unknown>()
  const { workspace, what } = subscription
  const mails = what === 'digest' ? t('unsubscribe.digest') : t('unsubscribe.kind')
  const stop = async () => {
    setState('busy')
    setError(undefined)
    try {
      await unwrap(client.POST('/api/workspace/unsubscribe', { body: { token } }))
      setState('stopped')
    } catch (failure) {
      setError(failure)
      setState('asked')
    }
  }
  if (state === 'stopped') return <Alert role="status">{t('unsubscribe.stopped', { mails, workspace })}</Alert>
  return (
    <Stack>
      <Text>{t('unsubscribe.text', { mails, workspace })}</Text>
      <Button onClick={() => void stop()} loading={state === 'busy'}>
        {t('unsubscribe.submit')}
      </Button>
      <ErrorNote error={error} />
    </Stack>
  )
}

/** The page that a link in a mail opens, even without a session. Nothing changes until the person confirms. */
export const Unsubscribe = () => {
  const { t } = useTranslation('account')
  const [token] = useState(location.hash.slice(1))
  const options = { enabled: token !== '', retry: false }
  const query = api.useQuery('post', '/api/workspace/unsubscribe/look', { body: { token } }, options)
  return (
    <AuthLayout title={t('unsubscribe.title')}>
      {token === '' && <Alert color="red">{t('unsubscribe.incomplete')}</Alert>}
      {token !== '' && query.isPending && <Lines />}
      {query.data && <Confirm token={token} subscription={query.data} />}
      <ErrorNote error={query.error} />
      <AnchorLink to="/account" size="sm">
        {t('unsubscribe.settings')}
      </AnchorLink>
    </AuthLayout>
  )
}
