import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { unwrap, api, client, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useSession } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { rememberNext } from './enter.ts'
import { goThere } from './sign-on.ts'

const ownSignOn = '/api/workspace/account/sign-on'

/** Undefined if the workspace has no identity provider and the account has no connection. */
export const useOwnSignOn = () => {
  const { data } = api.useQuery('get', ownSignOn)
  return data && (data.provider !== null || data.connectedAt !== null) ? data : undefined
}

/** Connects the reader's account with their sign-on at the identity provider, or removes the connection. */
export const ConnectSignOn = ({ signOn: { provider, connectedAt } }: { signOn: Schemas['OwnSignOn'] }) => {
  const { t } = useTranslation('account')
  const { signedInWith } = useSession()
  const refresh = useRefresh()
  const removing = useOpening()
  const connect = api.useMutation('post', ownSignOn)
  const onClick = async () => {
    const found = await connect.mutateAsync({ body: {} }).catch(() => undefined)
    if (!found) return
    rememberNext('/account')
    goThere(found.url, found.redirectOrigin)
  }
  const remove = async () => {
    await unwrap(client.DELETE(ownSignOn))
    // The session that asked has ended with the others.
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
      <Button variant="default" aria-haspopup="dialog" onClick={removing.open}>
        {t('connectSignOn.remove')}
      </Button>
      <ActionDialog
        key={removing.openCount}
        opened={removing.opened}
        onClose={removing.close}
        title={t('connectSignOn.remove')}
        text={t('connectSignOn.removeText')}
        submit={t('connectSignOn.remove')}
        danger
        reason={false}
        onSubmit={remove}
      />
    </Stack>
  )
}
