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
  /** Called after each migration. The campaign ends if it returns true. */
  readonly isOver?: () => boolean
  readonly files: number
  readonly random: Random
  readonly progress?: (line: string) => void
}

/** The steps in the order in which a migration reaches them. The nodes of one round are started at once. */
const rounds: readonly (readonly MigrationStep[])[] = [
  ['claimed', 'read'],
  ['sent', 'verified'],
  ['recorded'],
  ['switching'],
  ['switched'],
  ['condemned'],
  ['removed', 'forgotten'],
]

/** Uploaded files accumulate, so each data directory is used for a limited number of migrations. */
const maxMigrations = 10

const rarestStep = ({ kills }: StorageTally, intoBucket: boolean): UploadStep => {
  const reachedSteps = uploadSteps.filter(step => step !== 'begun' || intoBucket)
  const count = (step: UploadStep) => kills[`upload ${step}`] ?? 0
  return reachedSteps.reduce((rarestSoFar, step) => (count(step) < count(rarestSoFar) ? step : rarestSoFar))
}

/** Additional faults. Each migration injects one of them, in turn, while files are copied. */
const extraFaults = [
  (campaign: StorageCampaign) => campaign.killPostgresWhileCopying(),
  (campaign: StorageCampaign) => campaign.killStoreWhileCopying(),
  (campaign: StorageCampaign) => campaign.takeOverFromStoppedNode(),
] as const

/**
 * Moves all files to the next binding. Kills nodes at each step of the migration, and other nodes while they receive
 * files.
 */
const migrateUnderFaults = async (campaign: StorageCampaign, tally: StorageTally): Promise<void> => {
  const injectFault = extraFaults[tally.migrations % extraFaults.length]
  const { from, to } = await campaign.beginMigration()
  await injectFault?.(campaign)
  for (const round of rounds) {
    const isSwitched = round.includes('condemned') || round.includes('removed')
    const step = rarestStep(tally, (isSwitched ? to : from) === 's3')
    await Promise.all([campaign.killMovers(...round), campaign.killReceiver(step)])
  }
  await campaign.finish()
}

/** Runs migrations on one data directory, which is kept if the campaign finds a problem. */
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
    while (!isEnough(tally, options) && tally.migrations - migrationsBefore < maxMigrations) {
      await migrateUnderFaults(campaign, tally)
      progress?.(`${killsOf(tally)} kills, ${tally.opens} opens, ${tally.findings.length} findings`)
    }
    await campaign.inspect()
  }
  if (tally.findings.length === 0) await rm(folder, { recursive: true, force: true })
  else tally.findings.push(`the data is kept in ${folder}`)
}

const isEnough = (tally: StorageTally, { kills, isOver = () => false }: CampaignOptions): boolean =>
  isOver() || storageSteps.every(step => (tally.kills[step] ?? 0) >= kills)

/** Runs the whole campaign. It stops early after a finding. */
export const runStorageMigrationFaults = async (options: CampaignOptions): Promise<StorageTally> => {
  const tally = newTally()
  while (!isEnough(tally, options) && tally.findings.length === 0) await runOnOneSite(options, tally)
  return tally
}
