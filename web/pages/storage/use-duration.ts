import { useFormat } from '#web/ui/display.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns a function that formats a duration in its largest unit: "3 hours". */
export const useDuration = (): ((seconds: number) => string) => {
  const { measure } = useFormat()
  return seconds => {
    const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['second', 1]
    return measure(seconds / size, unit, { unitDisplay: 'long', maximumFractionDigits: 1 })
  }
}
