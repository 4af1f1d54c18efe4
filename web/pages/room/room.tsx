import { Alert, Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId, unwrap } from '#web/api/client.ts'
import { roomClient, roomQuery } from '#web/api/room.ts'
import { AuthLayout } from '#web/ui/auth-layout.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Inside } from './inside.tsx'

/** The part after # is the secret of a link, unless it leads to the content of the page. */
const tokenOf = (hash: string): string => (hash === '#main' ? '' : hash.slice(1))

/** The entrance, which explains the link. A click is needed to enter, so that mail scanners do not use up the link. */
const Entrance = ({ token, onEntered }: { token: string; onEntered: () => void }) => {
  const { t } = useTranslation('rooms')
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    try {
      await unwrap(roomClient.POST('/api/room/enter', { body: { token } }))
      // Keeps the link out of the history, and out of copies of the address.
      await navigate({ to: '/room', replace: true })
      onEntered()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <AuthLayout title={t('entrance.title')}>
      <Text>{t('entrance.text')}</Text>
      {errorId(error) === 'unauthorized' ? (
        <Alert color="red" role="alert">
          {t('entrance.refused')}
        </Alert>
      ) : (
        <ErrorNote error={error} />
      )}
      <Button onClick={enter} loading={busy}>
        {t('entrance.enter')}
      </Button>
    </AuthLayout>
  )
}

const Closed = ({ text }: { text: string }) => {
  const { t } = useTranslation('rooms')
  return (
    <AuthLayout title={t('entrance.title')}>
      <Text>{text}</Text>
    </AuthLayout>
  )
}

/** The page that a guest's link opens: the room of an assessment, separate from the workspace. */
export const RoomPage = () => {
  const { t } = useTranslation('rooms')
  const queries = useQueryClient()
  const [token, setToken] = useState(tokenOf(location.hash))
  const [hasLeft, setLeft] = useState(false)
  const { data, error, isPending, refetch } = useQuery({ ...roomQuery, enabled: token === '' && !hasLeft })
  const leave = async () => {
    try {
      await unwrap(roomClient.POST('/api/room/leave'))
    } catch (failure) {
      // A guest whose session has ended has already left.
      if (errorId(failure) !== 'unauthorized') throw failure
    }
    queries.clear()
    setLeft(true)
  }
  if (hasLeft) return <Closed text={t('entrance.left')} />
  if (token !== '') return <Entrance token={token} onEntered={() => setToken('')} />
  if (isPending) return <Lines count={4} />
  if (errorId(error) === 'unauthorized') return <Closed text={t('entrance.closed')} />
  if (!data) return <ErrorNote error={error} retry={() => void refetch()} />
  return <Inside session={data} onLeave={leave} />
}
