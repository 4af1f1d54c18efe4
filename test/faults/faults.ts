import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Campaign } from './campaign.ts'
import { type Findings, findingKinds, formatCounts, isSound } from './findings.ts'
import { inspect } from './inspect.ts'
import type { AcknowledgedWrite } from './ledger.ts'
import { checkSecondServer, killPostgresUnderServer, stopGracefully } from './probes.ts'
import { createRandom } from './random.ts'

interface CampaignOptions {
  /** How many times the server is killed. */
  readonly kills: number
  /** How many times PostgreSQL alone is killed, and how many times the server is stopped under load. */
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
  readonly acknowledged: Readonly<Record<AcknowledgedWrite['kind'], number>>
  readonly interrupted: number
  readonly replayed: number
  readonly unavailable: number
  readonly crossed: number
  readonly findings: Findings
  /** The folder with the data, which is kept for inspection if the campaign failed. */
  readonly folder: string | undefined
}

const repeat = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let i = 0; i < count; i++) results.push(await work())
  return results
}

const killRepeatedly = async (campaign: Campaign, { kills, progress }: CampaignOptions): Promise<void> => {
  while (campaign.kills < kills) {
    await campaign.killServer()
    progress?.(`${campaign.kills} kills, ready again after ${Math.round(campaign.starts.at(-1) ?? 0)} ms`)
  }
}

/** Runs the whole campaign on its own data directory. */
export const runFaults = async (options: CampaignOptions): Promise<Outcome> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-faults-'))
  await chmod(folder, 0o755)
  await using campaign = new Campaign(folder, createRandom(options.seed))
  await campaign.begin()
  await killRepeatedly(campaign, options)
  await checkSecondServer(campaign)
  const healings = await repeat(options.rounds, () => killPostgresUnderServer(campaign))
  const stops = await repeat(options.rounds, () => stopGracefully(campaign))
  await campaign.finishWrites()
  const findings = await inspect(campaign)
  const { kills, postgresKills, starts, tally } = campaign
  const { interrupted, replayed, unavailable, crossed } = tally
  const acknowledged = { claim: 0, intent: 0, upload: 0 }
  for (const { kind } of campaign.ledger.read()) acknowledged[kind]++
  await campaign[Symbol.asyncDispose]()
  const keptFolder = isSound(findings) ? undefined : folder
  if (!keptFolder) await rm(folder, { recursive: true, force: true })
  return {
    seed: options.seed,
    kills,
    postgresKills,
    starts,
    healings,
    stops,
    acknowledged,
    interrupted,
    replayed,
    unavailable,
    crossed,
    findings,
    folder: keptFolder,
  }
}

/** The longest time that the server may take to start, in milliseconds. */
export const longestStart = 5000

const summarizeTimes = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b)
  const [middle = 0, max = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return `median ${Math.round(middle)} ms, max ${Math.round(max)} ms`
}

const maxListed = 20

/** Formats the report, with up to 20 findings of each kind. */
export const describeOutcome = (outcome: Outcome): string => {
  const { acknowledged, findings, folder } = outcome
  const details = findingKinds.flatMap(kind =>
    findings[kind].slice(0, maxListed).map(finding => `  ${kind}: ${finding}`),
  )
  return [
    `${outcome.kills} kills of the server, ${outcome.postgresKills} of PostgreSQL (seed ${outcome.seed})`,
    `ready again: ${summarizeTimes(outcome.starts)} (goal ${longestStart} ms); healed after PostgreSQL alone was killed: ${summarizeTimes(outcome.healings)}`,
    `SIGTERM under load, until exit: ${summarizeTimes(outcome.stops)}; ${outcome.crossed} requests crossed it`,
    `acknowledged ${acknowledged.claim + acknowledged.intent + acknowledged.upload}: ` +
      `${acknowledged.claim} claims, ${acknowledged.intent} intents, ${acknowledged.upload} uploads`,
    `cut off ${outcome.interrupted}, 503 responses ${outcome.unavailable}; ${outcome.replayed} of them had taken effect`,
    formatCounts(findings),
    ...details,
    ...(folder ? [`the data is kept in ${folder}`] : []),
  ].join('\n')
}
