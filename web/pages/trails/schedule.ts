/** How often a schedule runs, in a form that can be put into words. */
export type Cadence =
  | { readonly every: 'seconds' | 'minutes'; readonly count: number }
  | { readonly every: 'minute' }
  | { readonly every: 'hour'; readonly minute: number }
  | { readonly every: 'day'; readonly at: string }

const numberPattern = '(\\d+)'
const stepPattern = '\\*/(\\d+)'

const patterns: readonly (readonly [RegExp, (...numbers: number[]) => Cadence])[] = [
  [new RegExp(`^${stepPattern} \\* \\* \\* \\* \\*$`), count => ({ every: 'seconds', count })],
  [new RegExp(`^${numberPattern} ${stepPattern} \\* \\* \\* \\*$`), (_, count = 1) => ({ every: 'minutes', count })],
  [new RegExp(`^${numberPattern} \\* \\* \\* \\* \\*$`), () => ({ every: 'minute' })],
  [new RegExp(`^${numberPattern} ${numberPattern} \\* \\* \\* \\*$`), (_, minute = 0) => ({ every: 'hour', minute })],
  [
    new RegExp(`^${numberPattern} ${numberPattern} ${numberPattern} \\* \\* \\*$`),
    (_, minute = 0, hour = 0) => ({ every: 'day', at: `${hour}:${String(minute).padStart(2, '0')}` }),
  ],
]

const clock = (minutes: number): string =>
  `${Math.floor(minutes / 60) % 24}:${String(Math.floor(minutes) % 60).padStart(2, '0')}`

/** Shifts a cadence by seconds. Each install shifts its jobs, so that they do not all begin at once. */
export const shiftCadence = (cadence: Cadence, seconds: number): Cadence => {
  if (cadence.every === 'hour') return { ...cadence, minute: Math.floor(cadence.minute + seconds / 60) % 60 }
  if (cadence.every !== 'day') return cadence
  const [hour = 0, minute = 0] = cadence.at.split(':').map(Number)
  return { ...cadence, at: clock(hour * 60 + minute + seconds / 60) }
}

/**
 * The cadence of a cron pattern with six fields, seconds first. Undefined for an unusual pattern, which is shown
 * unchanged.
 */
export const cadenceOf = (pattern: string): Cadence | undefined => {
  for (const [regex, toCadence] of patterns) {
    const match = regex.exec(pattern)
    if (match) return toCadence(...match.slice(1).map(Number))
  }
  return undefined
}
