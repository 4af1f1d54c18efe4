import { Text } from '@mantine/core'
import { Suspense } from 'react'
import { api } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useSettled } from '#web/ui/use-settled.ts'

const WorkspaceMenu = lazyPart(() => import('./workspace-menu.tsx').then(({ WorkspaceMenu }) => WorkspaceMenu))

/** The name of the workspace; with several workspaces, a menu to switch between them. */
export const Workspaces = () => {
  const { organization } = useSession()
  const { data } = api.useQuery('get', '/api/workspace/account/workspaces', undefined, {
    staleTime: 300_000,
    enabled: useSettled(),
  })
  const name = (
    <Text fw={650} truncate>
      {organization.name}
    </Text>
  )
  if (!data || data.workspaces.length < 2) return name
  return (
    <Suspense fallback={name}>
      <WorkspaceMenu workspaces={data.workspaces}>{name}</WorkspaceMenu>
    </Suspense>
  )
}
