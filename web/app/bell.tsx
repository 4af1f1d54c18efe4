import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { Lines } from '#web/ui/skeletons.tsx'

const NewestNotifications = lazyPart(() =>
  import('#web/pages/notifications/newest.tsx').then(({ NewestNotifications }) => NewestNotifications),
)

const refetchInterval = 60_000

/** The bell: the number of unread notifications, and the newest ones when it is opened. */
export const Bell = () => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { data } = api.useQuery('get', '/api/workspace/notifications/unread', undefined, { refetchInterval })
  const count = data?.count ?? 0
  const text = data?.more ? `${count}+` : String(count)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className="bell"
          aria-label={t('nav.bell', { unread: text })}
          data-count={count > 0 ? text : undefined}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={20} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <Suspense fallback={<Lines />}>{opened && <NewestNotifications close={() => setOpened(false)} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
