import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { ColorBadge } from './color-badge.tsx'

export type Severity = Schemas['SecurityEvent']['severity']

const colors = {
  info: 'gray',
  low: 'blue',
  medium: 'yellow',
  high: 'orange',
  critical: 'red',
} as const satisfies Readonly<Record<Severity, string>>

/** The severity of a security event. The text alone conveys it; the color only supports it. */
export const SeverityBadge = ({ severity }: { severity: Severity }) => {
  const { t } = useTranslation()
  return <ColorBadge color={colors[severity]}>{t(`severity.${severity}`)}</ColorBadge>
}
