import { useFormat } from './display.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a size in decimal units: 50 MB is 50,000,000 bytes. */
export const useFormatBytes = () => {
  const { measure } = useFormat()
  return (bytes: number): string => {
    const exponent = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
    // The short form has no plural: 83 byte.
    const unitDisplay = exponent === 0 ? 'long' : 'short'
    return measure(bytes / 1000 ** exponent, units[exponent] ?? 'byte', { unitDisplay, maximumFractionDigits: 1 })
  }
}
