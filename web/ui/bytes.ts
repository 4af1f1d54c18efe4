import { useTranslation } from 'react-i18next'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a size in decimal units: 50 MB is 50,000,000 bytes. */
export const useFormatBytes = () => {
  const { i18n } = useTranslation()
  return (bytes: number): string => {
    const exponent = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
    const unit = units[exponent] ?? 'byte'
    return new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    }).format(bytes / 1000 ** exponent)
  }
}
