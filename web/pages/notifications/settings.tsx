import { Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ErrorNote, ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { ChannelsTable } from './channels-table.tsx'
import { MessageChannels } from './message-channels.tsx'
import { WorkspaceDefaults } from './workspace-defaults.tsx'

type Choice = Schemas['NotificationChoice']

interface Change {
  readonly kind: Choice['kind']
  readonly body: Schemas['ChosenNotificationChannels']
}

/** The kinds of notifications, each with the channels that the user chose and, for administrators, the defaults. */
export const NotificationSettings = () => {
  const { t } = useTranslation('notifications')
  const { t: account } = useTranslation('account')
  const can = useCan()
  const refresh = useRefresh()
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/account/notifications')
  const { mutate, error: failure } = useMutation({
    mutationFn: ({ kind, body }: Change) =>
      unwrap(client.PUT('/api/workspace/account/notifications/{kind}', { params: { path: { kind } }, body })),
    onSuccess: refresh,
  })
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')} />
      <Stack>
        <Section title={t('own')}>
          <Text size="sm" c="dimmed" mb="sm">
            {t('ownText')}
          </Text>
          <ErrorNote error={failure} />
          <ChannelsTable label={t('own')} choices={data.kinds} onChoose={(kind, body) => mutate({ kind, body })} />
        </Section>
        <Section title={account('messages.title')}>
          <MessageChannels />
        </Section>
        {can('getNotificationDefaults') && <WorkspaceDefaults />}
      </Stack>
    </>
  )
}
