import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Campaign } from './campaign.ts'
import { counts, type Findings, isSound, kinds } from './findings.ts'
import { inspect } from './inspect.ts'
import type { Acknowledged } from './ledger.ts'
import { outlivePostgres, refuseSecondServer, stopGracefully } from './probes.ts'
import { createRandom } from './random.ts'

interface Wanted {
  /** The number of server kills. */
  readonly kills: number
  /** How often PostgreSQL alone is killed, and how often the server is stopped under load. */
  readonly rounds: number
  readonly seed: string
  readonly progress?: (line: string) => void
}

/** The results of a campaign, with times in milliseconds. */
export interface Outcome {
  readonly seed: string
  readonly kills: number
  readonly postgresKills: number
  readonly starts: readonly number[]
  readonly healings: readonly number[]
  readonly stops: readonly number[]
  readonly acknowledged: Readonly<Record<Acknowledged['kind'], number>>
  readonly interrupted: number
  readonly replayed: number
  readonly unavailable: number
  readonly crossed: number
  readonly findings: Findings
  /** Where the data is kept for inspection if the campaign failed. */
  readonly folder: string | undefined
}

const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let i = 0; i < count; i++) results.push(await work())
  return results
}

const strike = async (campaign: Campaign, { kills, progress }: Wanted): Promise<void> => {
  while (campaign.kills < kills) {
    await campaign.killServer()
    progress?.(`${campaign.kills} kills, ready again after ${Math.round(campaign.starts.at(-1) ?? 0)} ms`)
  }
}

/** Runs the whole campaign on a data directory of its own. */
export const faults = async (wanted: Wanted): Promise<Outcome> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-faults-'))
  await chmod(folder, 0o755)
  await using campaign = new Campaign(folder, createRandom(wanted.seed))
  await campaign.begin()
  await strike(campaign, wanted)
  await refuseSecondServer(campaign)
  const healings = await times(wanted.rounds, () => outlivePostgres(campaign))
  const stopped = await times(wanted.rounds, () => stopGracefully(campaign))
  await campaign.rest()
  const findings = await inspect(campaign)
  const { kills, postgresKills, starts, tally } = campaign
  const { interrupted, replayed, unavailable, crossed } = tally
  const acknowledged = { claim: 0, intent: 0, upload: 0 }
  for (const { kind } of campaign.ledger.read()) acknowledged[kind]++
  await campaign[Symbol.asyncDispose]()
  const kept = isSound(findings) ? undefined : folder
  if (!kept) await rm(folder, { recursive: true, force: true })
  return {
    seed: wanted.seed,
    kills,
    postgresKills,
    starts,
    healings,
    stops: stopped,
    acknowledged,
    interrupted,
    replayed,
    unavailable,
    crossed,
    findings,
    folder: kept,
  }
}

/** How many milliseconds a start may take (quality: "Nothing lost"). */
export const longestStart = 5000

const spread = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b)
  const [middle = 0, most = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return `median ${Math.round(middle)} ms, max ${Math.round(most)} ms`
}

const shown = 20

/** Formats the report, with up to 20 findings of each kind. */
export const describeOutcome = (outcome: Outcome): string => {
  const { acknowledged, findings, folder } = outcome
  const details = kinds.flatMap(kind => findings[kind].slice(0, shown).map(finding => `  ${kind}: ${finding}`))
  return [
    `${outcome.kills} kills of the server, ${outcome.postgresKills} of PostgreSQL (seed ${outcome.seed})`,
    `ready again: ${spread(outcome.starts)} (goal ${longestStart} ms); healed after PostgreSQL alone was killed: ${spread(outcome.healings)}`,
    `SIGTERM under load, until exit: ${spread(outcome.stops)}; ${outcome.crossed} requests crossed it`,
    `acknowledged ${acknowledged.claim + acknowledged.intent + acknowledged.upload}: ` +
      `${acknowledged.claim} claims, ${acknowledged.intent} intents, ${acknowledged.upload} uploads`,
    `cut off ${outcome.interrupted}, 503 responses ${outcome.unavailable}; ${outcome.replayed} of them had taken effect`,
    counts(findings),
    ...details,
    ...(folder ? [`the data is kept in ${folder}`] : []),
  ].join('\n')
}
