import { codeOnly, lineAt } from './imports.ts'

interface Rule {
  readonly uses: RegExp
  readonly rule: string
  /** The files in which the use is harmless, with the reason. */
  readonly allowed: Readonly<Record<string, string>>
}

const currentTimeReason = 'the programs that it simulates use the present time'
const journal = 'times for readers of a campaign log'

/**
 * Rules against data that tests, demos and benchmarks derive from the current time. Such code fails on some days or at
 * some hours: two keys get the same date, or a time and its expected value fall on different dates. Use `noon` of
 * test/fixture.ts or a fixed clock instead.
 */
const rules: readonly Rule[] = [
  {
    uses: /\bDate\.now\b|\bnew Date\(\s*\)|(?<!\bnew |\.)\bDate\(\s*\)/g,
    rule: 'reads the present time: use the clock of the test (p.clock, stopTime) or a fixed time',
    allowed: {
      'test/time-ahead.ts': 'moves the present',
      'test/system.ts': 'is the clock that tests should use',
      'test/hours.ts': 'looks for the next such times',
      'test/queue.ts': 'ends the time of a merge',
      'test/run.ts': 'ends the time of a merge',
      'test/webhooks/receiver.ts': 'records when a request arrived, only to compute differences',
      'test/takeover/town.ts': 'signs on at a provider that uses the machine clock',
      'test/forging-provider.ts': 'dates its tokens as an identity provider does',
      'test/faults/webhook-campaign.ts': journal,
      'test/faults/webhook-workers.ts': journal,
      'test/faults/webhook-receiver.ts': journal,
      'test/faults/storage-campaign.ts': 'starts nodes whose clocks are ahead of its own',
      'src/http/rate-limit-redis.test.ts': 'rate limits use the machine clock',
      'demo/run.ts': currentTimeReason,
      'demo/portal.ts': currentTimeReason,
      'demo/receiver.ts': currentTimeReason,
      'bench/counters/clock.ts': 'moves the present to a fixed time',
      'bench/notifications.ts': currentTimeReason,
      'bench/seed.ts': currentTimeReason,
      'bench/webhooks/boss-process.ts': currentTimeReason,
      'bench/webhooks/floor-process.ts': currentTimeReason,
      'bench/webhooks/signed-post.ts': currentTimeReason,
    },
  },
  {
    uses: /(?:\biso\([^\n]*\)|\.toISOString\(\))\s*\.(?:slice|substring|split|replace|match)\b|\.(?:get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)|to(?:Locale)?(?:Date|Time)String)\(/g,
    rule: 'splits a time into date and hour: state the date of a fixed time',
    allowed: {
      'bench/notifications.ts': 'chooses a time zone in which it is noon',
      'test/hours.ts': 'looks for the next such times',
      'test/webhooks/retention.test.ts': 'partitions are named after days, and its clock stands still',
      'test/browser/dialogs.ts': 'formats times for date and time fields',
      'test/browser/submission-lists.test.ts': 'computes the month that the calendar shows',
    },
  },
]

/** Returns the uses of the current time in a source of tests, demos or benchmarks, each with its line. */
export const timeViolations = (path: string, source: string): string[] => {
  const code = codeOnly(source)
  return rules.flatMap(({ uses, rule, allowed }) =>
    path in allowed ? [] : Array.from(code.matchAll(uses), ({ index }) => `${path}:${lineAt(source, index)} ${rule}`),
  )
}

/** Returns the files whose exception is no longer needed. */
export const unusedAllowances = (sources: ReadonlyMap<string, string>): string[] =>
  rules.flatMap(({ uses, allowed }) =>
    Object.keys(allowed).filter(path => codeOnly(sources.get(path) ?? '').search(uses) < 0),
  )
