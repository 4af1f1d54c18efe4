import { Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { deviceOf } from '#web/ui/device.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'

/** The reader's sessions, each with a button to end it. */
export const Sessions = () => {
  const { t } = useTranslation('account')
  const refresh = useRefresh()
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
  if (!data) return error ? <ErrorNote error={error} retry={refetch} /> : <Lines count={3} />
  return (
    <>
      <ErrorNote error={end.error} />
      <Table.ScrollContainer minWidth={320} type="native">
        <Table aria-label={t('sessions.title')} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('sessions.device')}</Table.Th>
              <Table.Th className="wide-only">{t('sessions.address')}</Table.Th>
              <Table.Th className="wide-only">{t('signedInWith')}</Table.Th>
              <Table.Th>{t('sessions.used')}</Table.Th>
              <Table.Th>
                <VisuallyHidden>{t('sessions.end')}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.sessions.map(session => (
              <Table.Tr key={session.id}>
                <Table.Td>
                  <Group gap="xs">
                    <Text inherit title={session.userAgent ?? ''}>
                      {deviceOf(session.userAgent ?? '–')}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {session.workspace.name}
                    </Text>
                    {session.current && <Badge variant="light">{t('sessions.current')}</Badge>}
                  </Group>
                </Table.Td>
                <Table.Td className="wide-only">{session.address}</Table.Td>
                <Table.Td className="wide-only">{t(`how.${session.signedInWith}`)}</Table.Td>
                <Table.Td>
                  <Time at={session.lastUsedAt ?? session.createdAt} as="ago" />
                </Table.Td>
                <Table.Td ta="right">
                  {!session.current && (
                    <Button size="compact-xs" variant="default" onClick={() => end.mutate(session.id)}>
                      {t('sessions.end')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.sessions.length > 1 && (
        <Button mt="sm" variant="default" onClick={() => end.mutate(undefined)} loading={end.isPending}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </>
  )
}
