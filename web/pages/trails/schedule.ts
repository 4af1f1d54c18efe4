/** A cron pattern of six fields, seconds first, in words; undefined for unusual ones, which are shown unchanged. */
export type Cadence =
  | { readonly every: 'seconds' | 'minutes'; readonly count: number }
  | { readonly every: 'minute' }
  | { readonly every: 'hour'; readonly minute: number }
  | { readonly every: 'day'; readonly at: string }

const number = '(\\d+)'
const step = '\\*/(\\d+)'

const patterns: readonly (readonly [RegExp, (...found: number[]) => Cadence])[] = [
  [new RegExp(`^${step} \\* \\* \\* \\* \\*$`), count => ({ every: 'seconds', count })],
  [new RegExp(`^${number} ${step} \\* \\* \\* \\*$`), (_, count = 1) => ({ every: 'minutes', count })],
  [new RegExp(`^${number} \\* \\* \\* \\* \\*$`), () => ({ every: 'minute' })],
  [new RegExp(`^${number} ${number} \\* \\* \\* \\*$`), (_, minute = 0) => ({ every: 'hour', minute })],
  [
    new RegExp(`^${number} ${number} ${number} \\* \\* \\*$`),
    (_, minute = 0, hour = 0) => ({ every: 'day', at: `${hour}:${String(minute).padStart(2, '0')}` }),
  ],
]

export const cadenceOf = (pattern: string): Cadence | undefined => {
  for (const [form, read] of patterns) {
    const found = form.exec(pattern)
    if (found) return read(...found.slice(1).map(Number))
  }
  return undefined
}
