import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import type { Choice } from '#web/ui/filter-bar.tsx'

/** Who may own a record: nobody, its present owner, and the active people of the workspace (the newest 200). */
export const useOwners = (
  present: { readonly ownerId: string | null; readonly ownerName: string | null } | undefined,
): Choice[] => {
  const { t } = useTranslation('frameworks')
  const { data } = api.useQuery(
    'get',
    '/api/workspace/people',
    { params: { query: { limit: 200 } } },
    { staleTime: 60_000 },
  )
  const active = (data?.people ?? []).filter(({ status }) => status === 'active')
  const { ownerId = null, ownerName = null } = { ...present }
  return [
    { value: '', label: t('noOwner') },
    ...(ownerId !== null && !active.some(({ id }) => id === ownerId)
      ? [{ value: ownerId, label: ownerName ?? ownerId }]
      : []),
    ...active.map(({ id, name }) => ({ value: id, label: name })).sort((a, b) => a.label.localeCompare(b.label)),
  ]
}
