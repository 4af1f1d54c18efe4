import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import type { Choice } from '#web/ui/filter-bar.tsx'

export type Listed = Schemas['ListedFinding']
export type Finding = Schemas['WorkspaceFinding']
export type Move = Schemas['FindingMove']['move']

export const statuses = enums.ListedFinding.status

export const severities = enums.ListedFinding.severity

/** One of the list, or undefined for any other value in the address. */
export const oneOf = <T extends string>(list: readonly T[], text: string | undefined): T | undefined =>
  list.find(known => known === text)

const largestPage = 200

/** Who can own a finding, by name: active people. */
export const useOwners = (): readonly Choice[] => {
  const { data } = api.useQuery('get', '/api/workspace/people', { params: { query: { limit: largestPage } } })
  return (data?.people ?? [])
    .filter(({ status }) => status === 'active')
    .map(({ id, name }) => ({ value: id, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

export const useSeverityName = (): ((severity: (typeof severities)[number]) => string) => {
  const { t } = useTranslation('trails')
  return severity => t(`events.severities.${severity}`)
}

export const useSeverityChoices = (): readonly Choice[] => {
  const name = useSeverityName()
  return severities.map(value => ({ value, label: name(value) }))
}

/** Controls to choose from, newest first. */
export const useControls = (): readonly Choice[] => {
  const { data } = api.useQuery('get', '/api/workspace/controls', { params: { query: { limit: largestPage } } })
  return (data?.controls ?? []).map(({ id, controlKey, title }) => ({ value: id, label: `${controlKey} · ${title}` }))
}
