import { useFormat } from '#web/ui/display.ts'

const units = [
  ['hour', 3600, 1],
  ['minute', 60, 1],
  ['second', 1, 0],
] as const

/** Returns a function that formats seconds in the reader's language: "0.42 sec", "38 sec", "12.5 min". */
export const useDuration = (): ((seconds: number) => string) => {
  const { measure } = useFormat()
  return seconds => {
    const [unit, size, digits] = units.find(([, size]) => seconds >= 2 * size) ?? units[2]
    return measure(seconds / size, unit, { maximumFractionDigits: seconds < 10 ? 2 : digits })
  }
}

/** The duration of a run, in seconds. */
export const secondsOf = ({ startedAt, finishedAt }: { startedAt: string; finishedAt: string }): number =>
  (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
