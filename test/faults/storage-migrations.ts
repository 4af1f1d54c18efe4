import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MigrationStep, UploadStep } from '#lib/storage-steps.ts'
import type { Random } from './random.ts'
import { StorageCampaign } from './storage-campaign.ts'
import { type Bucket, killsOf, newTally, type StorageTally, storageSteps, uploadSteps } from './storage-outcome.ts'

interface CampaignOptions {
  readonly bucket: Bucket
  /** The minimum number of kills at each step. */
  readonly kills: number
  /** Called after each migration. */
  readonly isOver?: () => boolean
  readonly files: number
  readonly random: Random
  readonly progress?: (line: string) => void
}

/** The steps in the order of the work. The nodes of one round start at once. */
const turns: readonly (readonly MigrationStep[])[] = [
  ['claimed', 'read'],
  ['sent', 'verified'],
  ['recorded'],
  ['switching'],
  ['switched'],
  ['condemned'],
  ['removed', 'forgotten'],
]

/** Uploaded files add up, so a data directory is used for a limited number of migrations. */
const mostMigrations = 10

const rarestStep = ({ kills }: StorageTally, intoBucket: boolean): UploadStep => {
  const reachedSteps = uploadSteps.filter(step => step !== 'begun' || intoBucket)
  const count = (step: UploadStep) => kills[`upload ${step}`] ?? 0
  return reachedSteps.reduce((rarestSoFar, step) => (count(step) < count(rarestSoFar) ? step : rarestSoFar))
}

/** Injects further faults one after another, each while files are copied. */
const beginnings = [
  (campaign: StorageCampaign) => campaign.killPostgresWhileCopying(),
  (campaign: StorageCampaign) => campaign.killStoreWhileCopying(),
  (campaign: StorageCampaign) => campaign.takeOverFromStoppedNode(),
] as const

/** Moves all files to the next binding. Kills nodes at each step, and others while they receive files. */
const strike = async (campaign: StorageCampaign, tally: StorageTally): Promise<void> => {
  const beginning = beginnings[tally.migrations % beginnings.length]
  const { from, to } = await campaign.beginMigration()
  await beginning?.(campaign)
  for (const turn of turns) {
    const isSwitched = turn.includes('condemned') || turn.includes('removed')
    const step = rarestStep(tally, (isSwitched ? to : from) === 's3')
    await Promise.all([campaign.killMovers(...turn), campaign.killReceiver(step)])
  }
  await campaign.finish()
}

/** Runs on its own data directory, which is kept if the campaign finds a problem. */
const runOnOneSite = async (options: CampaignOptions, tally: StorageTally): Promise<void> => {
  const { bucket, files, random, progress } = options
  const folder = await mkdtemp(join(tmpdir(), 'probata-storage-faults-'))
  await chmod(folder, 0o755)
  const migrationsBefore = tally.migrations
  {
    await using campaign = new StorageCampaign(folder, {
      bucket,
      random: random.fork(`after ${migrationsBefore}`),
      tally,
    })
    await campaign.begin(files)
    while (!isEnough(tally, options) && tally.migrations - migrationsBefore < mostMigrations) {
      await strike(campaign, tally)
      progress?.(`${killsOf(tally)} kills, ${tally.opens} opens, ${tally.findings.length} findings`)
    }
    await campaign.inspect()
  }
  if (tally.findings.length === 0) await rm(folder, { recursive: true, force: true })
  else tally.findings.push(`the data is kept in ${folder}`)
}

const isEnough = (tally: StorageTally, { kills, isOver = () => false }: CampaignOptions): boolean =>
  isOver() || storageSteps.every(step => (tally.kills[step] ?? 0) >= kills)

/** Runs the whole campaign, which stops early after a finding. */
export const runStorageMigrationFaults = async (options: CampaignOptions): Promise<StorageTally> => {
  const tally = newTally()
  while (!isEnough(tally, options) && tally.findings.length === 0) await runOnOneSite(options, tally)
  return tally
}
