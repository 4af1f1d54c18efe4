import { api } from '#web/api/client.ts'
import { useSettled } from './use-settled.ts'

/** The logo of the workspace, or the product's own mark. */
export const WorkspaceLogo = ({ size = 24 }: { size?: number }) => {
  const { data } = api.useQuery('get', '/api/workspace/logo', undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    enabled: useSettled(),
  })
  const source = data?.png ? `data:image/png;base64,${data.png}` : '/icon.svg'
  return <img src={source} height={size} className="workspace-logo" alt="" />
}
