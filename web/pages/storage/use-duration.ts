import { useTranslation } from 'react-i18next'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns a function that formats a duration in its largest unit: "3 hours". */
export const useDuration = (): ((seconds: number) => string) => {
  const { i18n } = useTranslation()
  return seconds => {
    const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['second', 1]
    const format = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const
    return new Intl.NumberFormat(i18n.language, format).format(seconds / size)
  }
}
