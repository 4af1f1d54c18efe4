import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useSession } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { rememberNext } from './enter.ts'
import { goToProvider } from './sign-on.ts'

const ownSignOn = '/api/workspace/account/sign-on'

/** The user's sign-on. Undefined if the workspace has no identity provider and the account no connection. */
export const useOwnSignOn = () => {
  const { data } = api.useQuery('get', ownSignOn)
  return data && (data.provider !== null || data.connectedAt !== null) ? data : undefined
}

/** Connects the user's account with their sign-on at the identity provider, or removes the connection. */
export const ConnectSignOn = ({ signOn: { provider, connectedAt } }: { signOn: Schemas['OwnSignOn'] }) => {
  const { t } = useTranslation('account')
  const { signedInWith } = useSession()
  const refresh = useRefresh()
  const removeDialog = useOpening()
  const connect = api.useMutation('post', ownSignOn)
  const onClick = async () => {
    const signOn = await connect.mutateAsync({ body: {} }).catch(() => undefined)
    if (!signOn) return
    rememberNext('/account')
    goToProvider(signOn.url, signOn.redirectOrigin)
  }
  const remove = async () => {
    await unwrap(client.DELETE(ownSignOn))
    // A session from a sign-on has ended with the connection.
    if (signedInWith === 'single_sign_on') window.location.assign('/sign-in')
    else await refresh()
  }
  if (connectedAt === null)
    return (
      <Stack align="flex-start">
        <Text size="sm">{t('connectSignOn.text', { provider })}</Text>
        <Button variant="default" onClick={onClick} loading={connect.isPending}>
          {t('connectSignOn.submit')}
        </Button>
        <ErrorNote error={connect.error} />
      </Stack>
    )
  return (
    <Stack align="flex-start">
      <Text size="sm" role="status">
        {t('connectSignOn.connectedSince', { provider })} <Time at={connectedAt} />
      </Text>
      <Button variant="default" aria-haspopup="dialog" onClick={removeDialog.open}>
        {t('connectSignOn.remove')}
      </Button>
      <ActionDialog
        operation={null}
        key={removeDialog.openCount}
        opened={removeDialog.opened}
        onClose={removeDialog.close}
        title={t('connectSignOn.remove')}
        text={t('connectSignOn.removeText')}
        submit={t('connectSignOn.remove')}
        danger
        onSubmit={remove}
      />
    </Stack>
  )
}
