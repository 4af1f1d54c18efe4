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

/** Explains dashes and gaps in lines of coverage, if any of them has some; otherwise an empty text. */
export const useCoverageDaysNote = (): ((...lines: readonly (readonly Day[])[]) => string) => {
  const { t } = useTranslation()
  return (...lines) => {
    const isComputed = lines.some(days => days.some(({ reconstructed }) => reconstructed))
    return [isComputed && t('coverageDays.computed'), lines.some(hasGap) && t('coverageDays.gap')]
      .filter(text => text !== false)
      .join(' ')
  }
}
