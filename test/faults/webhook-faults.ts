import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from './random.ts'
import type { DeliveryTally } from './webhook-account.ts'
import { WebhookCampaign } from './webhook-campaign.ts'

interface CampaignOptions {
  /** How many times the server is killed. */
  readonly kills: number
  /** How many times PostgreSQL is killed. */
  readonly rounds: number
  /** The number of claims. Each causes an event for each of 50 webhooks. */
  readonly claims: number
  /** Whether to wait for retries. */
  readonly retries: boolean
  readonly seed: string
  readonly progress?: (line: string) => void
}

export interface WebhookOutcome {
  readonly seed: string
  readonly account: DeliveryTally
  readonly kills: number
  readonly postgresKills: number
  readonly takeovers: readonly number[]
  readonly maxOpen: number
  readonly violations: readonly string[]
  /** The folder with the data, which is kept for inspection if the campaign failed. */
  readonly folder: string | undefined
}

/** The maximum number of requests that one process has in flight. A kill may cause this many duplicates. */
const maxInFlight = 1024

/** Returns whether no event was lost and only requests in flight were duplicated. */
export const isSound = ({ account, violations }: Pick<WebhookOutcome, 'account' | 'violations'>): boolean =>
  account.lost.length === 0 &&
  account.unexplained.length === 0 &&
  violations.length === 0 &&
  [...account.duplicates.values()].every(count => count <= maxInFlight)

/** Creates a folder for a campaign's data, to which PostgreSQL's own user has access. */
export const openFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-webhook-faults-'))
  await chmod(folder, 0o755)
  return folder
}

export const runWebhookFaults = async (options: CampaignOptions): Promise<WebhookOutcome> => {
  const folder = await openFolder()
  await using campaign = new WebhookCampaign(folder, createRandom(options.seed))
  await campaign.begin(options.claims)
  options.progress?.('the webhooks are resumed')
  await campaign.killServer(options.kills, options.progress)
  await campaign.killPostgres(options.rounds)
  options.progress?.('draining the rest')
  await campaign.drain(options.retries)
  const account = await campaign.account()
  const { takeovers, maxOpen, faults, tally } = campaign
  await campaign[Symbol.asyncDispose]()
  const { violations } = tally
  const keptFolder = isSound({ account, violations }) ? undefined : folder
  if (!keptFolder) await rm(folder, { recursive: true, force: true })
  const countOf = (kind: string) => faults.filter(fault => fault.kind === kind).length
  return {
    seed: options.seed,
    account,
    kills: countOf('kill'),
    postgresKills: countOf('postgres'),
    takeovers,
    maxOpen,
    violations,
    folder: keptFolder,
  }
}

const summarizeTimes = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b)
  return `median ${Math.round(sorted[sorted.length >> 1] ?? 0)} ms, max ${Math.round(sorted.at(-1) ?? 0)} ms`
}

/** Summarizes the deliveries as the receiver recorded them. */
export const describeTally = ({ emitted, delivered, dead, pending, lost, duplicates }: DeliveryTally): string => {
  const duplicatesByKind = [...Map.groupBy(duplicates, ([{ kind }]) => kind)].map(([kind, entries]) => {
    const counts = entries.map(([, count]) => count)
    return `${counts.reduce((sum, count) => sum + count)} after ${kind}, at most ${Math.max(...counts)} after one`
  })
  return (
    `emitted ${emitted}: delivered ${delivered}, dead ${dead}, pending ${pending}, lost ${lost.length}; ` +
    `duplicates: ${duplicatesByKind.join('; ') || 'none'} (limit ${maxInFlight} per fault)`
  )
}

const maxListed = 20

export const describeWebhookOutcome = (outcome: WebhookOutcome): string => {
  const { account, violations, folder } = outcome
  return [
    `${outcome.kills} kills of the server, ${outcome.postgresKills} of PostgreSQL alone (seed ${outcome.seed})`,
    `time from a kill to the next delivery, including the restart: ${summarizeTimes(outcome.takeovers)}`,
    `at most ${outcome.maxOpen} requests were in flight at a kill`,
    describeTally(account),
    ...[...account.lost, ...account.unexplained, ...violations].slice(0, maxListed).map(finding => `  ${finding}`),
    ...(folder ? [`the data is kept in ${folder}`] : []),
  ].join('\n')
}
