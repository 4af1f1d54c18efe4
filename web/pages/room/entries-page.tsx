import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { roomQuery } from '#web/api/room.ts'
import { useWindowTitle } from '#web/ui/window-title.ts'
import { Entries } from './entries.tsx'

/** The comments and requests of the whole room. */
export const RoomEntries = () => {
  const { t } = useTranslation('rooms')
  const { data: session } = useQuery(roomQuery)
  useWindowTitle(t('tabs.said'))
  if (!session) return null
  return (
    <Stack>
      <Title order={1}>{t('tabs.said')}</Title>
      <Entries isConcluded={session.room.concludedAt !== null} />
    </Stack>
  )
}
