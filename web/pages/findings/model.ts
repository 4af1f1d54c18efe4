import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import type { Choice } from '#web/ui/choice.ts'

export type Listed = Schemas['ListedFinding']
export type Finding = Schemas['WorkspaceFinding']
export type Move = Schemas['FindingMove']['move']

export const statuses = enums.ListedFinding.status

export const severities = enums.ListedFinding.severity

/** One of the list, or undefined for any other value in the address. */
export const oneOf = <T extends string>(list: readonly T[], text: string | undefined): T | undefined =>
  list.find(known => known === text)

export const useSeverityName = (): ((severity: (typeof severities)[number]) => string) => {
  const { t } = useTranslation('trails')
  return severity => t(`events.severities.${severity}`)
}

export const useSeverityChoices = (): readonly Choice[] => {
  const name = useSeverityName()
  return severities.map(value => ({ value, label: name(value) }))
}
