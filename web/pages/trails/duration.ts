import { useFormat } from '#web/ui/display.ts'

/** International symbols, so that the unit is the same in every language. */
const units = [
  ['h', 3600, 1],
  ['min', 60, 1],
  ['s', 1, 1],
] as const

/** Returns a function that formats seconds: "420 ms", "38 s", "12.5 min". */
export const useDuration = (): ((seconds: number) => string) => {
  const { number } = useFormat()
  return seconds => {
    if (seconds < 1) return `${number(Math.round(seconds * 1000))} ms`
    const [unit, size, digits] = units.find(([, size]) => seconds >= 2 * size) ?? units[2]
    return `${number(seconds / size, { maximumFractionDigits: digits })} ${unit}`
  }
}

/** The duration of a run, in seconds. */
export const secondsOf = ({ startedAt, finishedAt }: { startedAt: string; finishedAt: string }): number =>
  (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
