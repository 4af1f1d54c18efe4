import { codeOnly, lineAt } from './imports.ts'

interface Rule {
  readonly uses: RegExp
  readonly rule: string
  /** The files in which the use is harmless, and why. */
  readonly allowed: Readonly<Record<string, string>>
}

const present = 'the programs that it plays act in the present'
const journal = 'moments for readers of the journal of a campaign'

/**
 * Data that a test, demo or bench derives from the present fails on some day or at some hour: two keys get the same
 * date, or a time and its expected value fall on different dates. `noon` of test/fixture.ts and a fixed clock avoid
 * that.
 */
const rules: readonly Rule[] = [
  {
    uses: /\bDate\.now\b|\bnew Date\(\s*\)|(?<!\bnew |\.)\bDate\(\s*\)/g,
    rule: 'reads the present time: use the clock of the test (p.clock, stopTime) or a fixed time',
    allowed: {
      'test/time-ahead.ts': 'moves the present',
      'test/system.ts': 'is the clock that tests should use',
      'test/hours.ts': 'looks for the moments that come next',
      'test/webhooks/receiver.ts': 'tells when a request came, for differences alone',
      'test/takeover/town.ts': 'signs on at a provider that goes by the clock of the machine',
      'test/forging-provider.ts': 'dates its tokens as an identity provider does',
      'test/faults/webhook-campaign.ts': journal,
      'test/faults/webhook-workers.ts': journal,
      'test/faults/webhook-receiver.ts': journal,
      'test/faults/storage-campaign.ts': 'knows the clocks of the nodes that it starts ahead of its own',
      'src/http/rate-limit-redis.test.ts': 'rate limits count by the clock of the machine',
      'demo/run.ts': present,
      'demo/portal.ts': present,
      'demo/receiver.ts': present,
      'bench/counters/clock.ts': 'moves the present to a fixed moment',
      'bench/seed.ts': present,
      'bench/webhooks/boss-process.ts': present,
      'bench/webhooks/floor-process.ts': present,
      'bench/webhooks/signed-post.ts': present,
    },
  },
  {
    uses: /(?:\biso\([^\n]*\)|\.toISOString\(\))\s*\.(?:slice|substring|split|replace|match)\b|\.(?:get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)|to(?:Locale)?(?:Date|Time)String)\(/g,
    rule: 'splits a time into date and hour: state the date of a fixed time',
    allowed: {
      'test/hours.ts': 'looks for the moments that come next',
      'test/webhooks/retention.test.ts': 'partitions are named for days, and its time stands still',
      'test/browser/dialogs.ts': 'what fields of date and time take',
      'test/browser/submission-lists.test.ts': 'the month that the calendar goes to',
    },
  },
]

/** Uses of the present in a source of tests, demo or bench, each with its line. */
export const timeViolations = (path: string, source: string): string[] => {
  const code = codeOnly(source)
  return rules.flatMap(({ uses, rule, allowed }) =>
    path in allowed ? [] : Array.from(code.matchAll(uses), ({ index }) => `${path}:${lineAt(source, index)} ${rule}`),
  )
}

/** Files whose exception is no longer needed. */
export const unusedAllowances = (sources: ReadonlyMap<string, string>): string[] =>
  rules.flatMap(({ uses, allowed }) =>
    Object.keys(allowed).filter(path => codeOnly(sources.get(path) ?? '').search(uses) < 0),
  )
