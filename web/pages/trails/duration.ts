import { useTranslation } from 'react-i18next'

const steps = [
  ['hour', 3600, 1],
  ['minute', 60, 1],
  ['second', 1, 0],
] as const

/** Seconds as "0.42 sec", "38 sec", "12.5 min": in the reader's language. */
export const useDuration = (): ((seconds: number) => string) => {
  const { i18n } = useTranslation()
  return seconds => {
    const [unit, size, digits] = steps.find(([, size]) => seconds >= 2 * size) ?? steps[2]
    const format = { style: 'unit', unit, maximumFractionDigits: seconds < 10 ? 2 : digits } as const
    return new Intl.NumberFormat(i18n.language, format).format(seconds / size)
  }
}

/** How long a run took, in seconds. */
export const took = ({ startedAt, finishedAt }: { startedAt: string; finishedAt: string }): number =>
  (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
