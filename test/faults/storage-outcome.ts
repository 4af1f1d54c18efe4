import type { S3Credentials, S3Settings } from '#lib/object-store.ts'
import type { MigrationStep, StorageStep, UploadStep } from '#lib/storage-steps.ts'

/** A bucket and its actual contents. */
export interface Bucket {
  readonly settings: S3Settings
  readonly credentials: S3Credentials
  keys(): Promise<readonly string[]>
  /** Keys of multipart uploads that were neither completed nor aborted. */
  unfinished(): Promise<readonly string[]>
  /** Makes all objects in the bucket this old. Omitted for a store whose times cannot be changed. */
  age?(ms: number): Promise<void>
  /** Kills the store with kill -9. The returned function restarts it. */
  kill(): Promise<() => Promise<void>>
}

/** An attached file. */
export interface AttachedFile {
  readonly claimId: string
  readonly artifactId: string
  readonly bytes: Buffer
}

/** The progress and results of a campaign. */
export interface StorageTally {
  readonly kills: Partial<Record<StorageStep, number>>
  /** The number of runs that ended before the node reached its step. */
  missed: number
  postgresKills: number
  storeKills: number
  takeovers: number
  migrations: number
  /** The number of attached files, and of uploads that a kill interrupted. */
  files: number
  interrupted: number
  opens: number
  /** The number of opens that were rejected while PostgreSQL or the store was down. */
  rejectedOpens: number
  /**
   * The number of multipart uploads left to the daily sweep, because the node was killed after the store's response and
   * before the row was written.
   */
  unfinished: number
  /** Findings: failed opens, lost files, objects without a record. */
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
  rejectedOpens: 0,
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
    `${killsOf(tally)} kills: ${storageSteps.map(step => `${step} ${kills[step] ?? 0}`).join(', ')}; ${tally.missed} were too late`,
    `${tally.postgresKills} kills of PostgreSQL, ${tally.storeKills} of the store, ${tally.takeovers} takeovers from a stopped node`,
    `${tally.migrations} migrations, ${tally.files} files, ${tally.interrupted} uploads that were interrupted`,
    `${tally.opens} opens meanwhile, ${tally.rejectedOpens} rejected while PostgreSQL or the store was down`,
    `${tally.unfinished} uploads in parts left to the daily sweep`,
    `${findings.length} findings`,
    ...findings.slice(0, 40),
  ].join('\n')
}
