import { Badge, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useDeviceName } from '#web/ui/device.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'

type Session = Schemas['OwnSession']

/** The user's sessions, each with a button to end it. */
export const Sessions = () => {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const deviceName = useDeviceName()
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/account/sessions')
  const end = useMutation({
    mutationFn: (sessionId: string | undefined) =>
      unwrap(
        sessionId
          ? client.DELETE('/api/workspace/account/sessions/{sessionId}', { params: { path: { sessionId } } })
          : client.DELETE('/api/workspace/account/sessions'),
      ),
    onSettled: refresh,
  })
  const columns: readonly Column<Session>[] = [
    {
      key: 'device',
      header: t('sessions.device'),
      render: session => (
        <Group gap="xs">
          <Text inherit title={session.userAgent ?? ''}>
            {deviceName(session.userAgent)}
          </Text>
          <Text size="xs" c="dimmed">
            {session.workspace.name}
          </Text>
          {session.current && <Badge variant="light">{t('sessions.current')}</Badge>}
        </Group>
      ),
    },
    { key: 'address', header: t('sessions.address'), render: ({ address }) => address, wide: true },
    { key: 'how', header: t('signedInWith'), render: ({ signedInWith }) => t(`how.${signedInWith}`), wide: true },
    {
      key: 'used',
      header: t('sessions.used'),
      render: ({ lastUsedAt, createdAt }) => <Time at={lastUsedAt ?? createdAt} as="ago" />,
    },
    {
      key: 'end',
      header: common('actions.actions'),
      align: 'right',
      render: session =>
        session.current ? null : (
          <Button size="compact-xs" variant="default" onClick={() => end.mutate(session.id)}>
            {t('sessions.end')}
          </Button>
        ),
    },
  ]
  if (!data) return error ? <ErrorNote error={error} retry={refetch} /> : <Lines count={3} />
  return (
    <>
      <ErrorNote error={end.error} />
      <DataTable label={t('sessions.title')} columns={columns} rows={data.sessions} rowKey={({ id }) => id} />
      {data.sessions.length > 1 && (
        <Button mt="sm" variant="default" onClick={() => end.mutate(undefined)} loading={end.isPending}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </>
  )
}
