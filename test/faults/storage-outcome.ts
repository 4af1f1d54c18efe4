import type { S3Credentials, S3Settings } from '#lib/object-store.ts'
import type { MigrationStep, StorageStep, UploadStep } from '#lib/storage-steps.ts'

/** A bucket, and what really is in it. */
export interface Bucket {
  readonly settings: S3Settings
  readonly credentials: S3Credentials
  keys(): Promise<readonly string[]>
  /** Keys of uploads in parts that were begun, and neither completed nor given up. */
  unfinished(): Promise<readonly string[]>
  /** Makes all that is there as old as that; missing where a store cannot be made to believe it. */
  age?(ms: number): Promise<void>
  /** kill -9 of the store; what is returned starts it again. */
  kill(): Promise<() => Promise<void>>
}

/** A file as it was attached. */
export interface Kept {
  readonly claimId: string
  readonly artifactId: string
  readonly bytes: Buffer
}

/** What a campaign has done and met so far. */
export interface StorageTally {
  readonly kills: Partial<Record<StorageStep, number>>
  /** Runs that were over before they reached their step. */
  missed: number
  postgresKills: number
  storeKills: number
  takeovers: number
  migrations: number
  /** Files that were attached, and uploads that a kill has interrupted. */
  files: number
  interrupted: number
  opens: number
  /** Opens that were refused while PostgreSQL or the store were away. */
  refused: number
  /** Uploads in parts that are left to the daily sweep: killed between the store's answer and the row. */
  unfinished: number
  /** What is wrong: opens that failed, files that are lost, objects that nobody knows. */
  readonly findings: string[]
}

export const newTally = (): StorageTally => ({
  kills: {},
  missed: 0,
  postgresKills: 0,
  storeKills: 0,
  takeovers: 0,
  migrations: 0,
  files: 0,
  interrupted: 0,
  opens: 0,
  refused: 0,
  unfinished: 0,
  findings: [],
})

const migrationSteps: readonly MigrationStep[] = [
  'claimed',
  'read',
  'sent',
  'verified',
  'recorded',
  'switching',
  'switched',
  'condemned',
  'removed',
  'forgotten',
]

export const uploadSteps: readonly UploadStep[] = ['staged', 'received', 'begun', 'sent', 'verified', 'attached']

export const storageSteps: readonly StorageStep[] = [
  ...migrationSteps.map(step => `migration ${step}` as const),
  ...uploadSteps.map(step => `upload ${step}` as const),
]

export const killsOf = ({ kills }: StorageTally): number => Object.values(kills).reduce((sum, count) => sum + count, 0)

export const describeStorageOutcome = (tally: StorageTally): string => {
  const { kills, findings } = tally
  return [
    `${killsOf(tally)} kills: ${storageSteps.map(step => `${step} ${kills[step] ?? 0}`).join(', ')}; ${tally.missed} came too late`,
    `${tally.postgresKills} kills of PostgreSQL, ${tally.storeKills} of the store, ${tally.takeovers} takeovers from a node that stood still`,
    `${tally.migrations} migrations, ${tally.files} files, ${tally.interrupted} uploads that were interrupted`,
    `${tally.opens} opens meanwhile, ${tally.refused} refused while PostgreSQL or the store was away`,
    `${tally.unfinished} uploads in parts left to the daily sweep`,
    `${findings.length} findings`,
    ...findings.slice(0, 40),
  ].join('\n')
}
