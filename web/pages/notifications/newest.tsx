import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { NotificationRow } from './notification-row.tsx'

const shown = 20

/** Marks notifications as read and rereads the bell. */
const useMarkRead = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { ids?: string[]; until?: string }) =>
      unwrap(client.POST('/api/workspace/notifications/read', { body })),
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[1]).startsWith('/api/workspace/notifications'),
      }),
  })
}

/** The newest notifications, each with a link to its record. */
export const NewestNotifications = ({ close }: { readonly close: () => void }) => {
  const { t } = useTranslation('notifications')
  const query = { limit: shown }
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/notifications', { params: { query } })
  const { mutate: markRead, error: failure } = useMarkRead()
  const notifications = data?.notifications ?? []
  const [newest] = notifications
  const hasUnread = notifications.some(({ readAt }) => readAt === null)
  return (
    <Stack gap={0} component="section" aria-label={t('newest')}>
      <Group justify="space-between" px="sm" py="xs" wrap="nowrap">
        <Text fw={600}>{t('title')}</Text>
        {newest && hasUnread && (
          <Button variant="subtle" size="compact-xs" onClick={() => markRead({ until: newest.id })}>
            {t('readAll')}
          </Button>
        )}
      </Group>
      {error && !data ? <ErrorNote error={error} retry={() => void refetch()} /> : null}
      <ErrorNote error={failure} />
      {!data && !error && <Lines />}
      <ScrollArea.Autosize mah={420} type="auto">
        {notifications.length > 0 ? (
          <ul className="notifications">
            {notifications.map(notification => (
              <li key={notification.id}>
                <NotificationRow
                  notification={notification}
                  onOpen={() => {
                    if (notification.readAt === null) markRead({ ids: [notification.id] })
                    close()
                  }}
                />
              </li>
            ))}
          </ul>
        ) : (
          data && (
            <Stack gap={2} p="md" ta="center">
              <Text fw={550}>{t('none')}</Text>
              <Text size="sm" c="dimmed">
                {t('noneText')}
              </Text>
            </Stack>
          )
        )}
      </ScrollArea.Autosize>
      <Group justify="space-between" px="sm" py="xs" wrap="nowrap">
        <Button component={Link} to="/my-work" variant="subtle" size="compact-sm" onClick={close}>
          {t('toWork')}
        </Button>
        <Button component={Link} to="/account/notifications" variant="subtle" size="compact-sm" onClick={close}>
          {t('toSettings')}
        </Button>
      </Group>
    </Stack>
  )
}
