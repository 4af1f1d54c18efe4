import { useTranslation } from 'react-i18next'
import { toneOfCell } from './model.ts'

/** Returns a function that formats likelihood and impact as `high (4 × 5)`. Undefined if the risk is not assessed. */
export const useLevel = () => {
  const { t } = useTranslation('risks')
  return (likelihood: number | null, impact: number | null): string | undefined =>
    likelihood === null || impact === null
      ? undefined
      : t('level', { level: t(`levels.${toneOfCell(likelihood, impact)}`), likelihood, impact })
}
