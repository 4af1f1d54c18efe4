import { useFormat } from './display.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

const mebibyte = 2 ** 20

/** Formats a limit of sizes as it was set: 104,857,600 bytes are 100 MiB, and 50,000,000 are 50 MB. */
export const useFormatByteLimit = () => {
  const { number } = useFormat()
  const format = useFormatBytes()
  return (bytes: number): string =>
    bytes >= mebibyte && bytes % mebibyte === 0 ? `${number(bytes / mebibyte)}\u00A0MiB` : format(bytes)
}

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
