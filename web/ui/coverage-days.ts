import { useTranslation } from 'react-i18next'

interface Day {
  readonly day: string
  readonly reconstructed: boolean
}

const dayMs = 86_400_000

/** Whether a day between the first and the last one is missing. */
const hasGap = (days: readonly Day[]): boolean => {
  const [first, last] = [days[0], days.at(-1)]
  return (
    first !== undefined &&
    last !== undefined &&
    Date.parse(last.day) - Date.parse(first.day) > (days.length - 1) * dayMs
  )
}

/** Returns a function that explains dashes and gaps in coverage lines. Its text is empty if they have neither. */
export const useCoverageDaysNote = (): ((...lines: readonly (readonly Day[])[]) => string) => {
  const { t } = useTranslation()
  return (...lines) => {
    const isComputed = lines.some(days => days.some(({ reconstructed }) => reconstructed))
    return [isComputed && t('coverageDays.computed'), lines.some(hasGap) && t('coverageDays.gap')]
      .filter(text => text !== false)
      .join(' ')
  }
}
