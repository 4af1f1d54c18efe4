import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { unreachable } from '#web/api/reach.ts'
import { useSession } from '#web/api/session.ts'
import { isUnsaved } from '#web/api/unsaved.ts'
import { FactorResets } from './factor-resets.tsx'
import { useNewerVersion } from './version.ts'

/** Shows a notice that the server is unreachable. The page retries, and rereads everything once the server is back. */
const UnreachableNotice = () => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const isLost = useSyncExternalStore(unreachable.subscribe, unreachable.get)
  useEffect(() => (isLost ? () => void queries.invalidateQueries() : undefined), [isLost, queries])
  if (!isLost) return null
  return (
    <Alert color="yellow" mb="md" icon={<IconCloudOff />} role="status">
      {t('unreached')}
    </Alert>
  )
}

/** Offers a newer build. It also loads with the next page if this one has no unsent input. */
const NewVersionNotice = () => {
  const { t } = useTranslation()
  const router = useRouter()
  const isNewer = useNewerVersion()
  useEffect(() => {
    if (!isNewer) return
    return router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (pathChanged && !isUnsaved()) location.assign(toLocation.href)
    })
  }, [isNewer, router])
  if (!isNewer) return null
  return (
    <Alert color="blue" mb="md" icon={<IconRefresh />} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('newer.text')}</Text>
        <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
          {t('newer.load')}
        </Button>
      </Group>
    </Alert>
  )
}

/** The notices that appear on every page. */
export const Notices = () => {
  const { secondFactorDue } = useSession()
  const isEnrolling = secondFactorDue !== undefined && Date.parse(secondFactorDue) <= Date.now()
  return (
    <>
      <UnreachableNotice />
      <NewVersionNotice />
      {!isEnrolling && <FactorResets />}
    </>
  )
}
