import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import type { Choice } from '#web/ui/choice.ts'

export type ListedFinding = Schemas['ListedFinding']
export type Finding = Schemas['WorkspaceFinding']
export type Move = Schemas['FindingMove']['move']

export const statuses = enums.ListedFinding.status

export const severities = enums.ListedFinding.severity

export const useSeverityName = (): ((severity: (typeof severities)[number]) => string) => {
  const { t } = useTranslation()
  return severity => t(`severity.${severity}`)
}

export const useSeverityChoices = (): readonly Choice[] => {
  const name = useSeverityName()
  return severities.map(value => ({ value, label: name(value) }))
}
