import { channel } from 'node:diagnostics_channel'

/** What a storage migration has just done, in the order of its work. */
export type MigrationStep =
  | 'claimed'
  | 'read'
  | 'sent'
  | 'verified'
  | 'recorded'
  | 'switching'
  | 'switched'
  | 'condemned'
  | 'removed'
  | 'forgotten'

/** What an upload has just done, in the order of its work; only files that are sent in parts are begun. */
export type UploadStep = 'staged' | 'received' | 'begun' | 'sent' | 'verified' | 'attached'

export type StorageStep = `migration ${MigrationStep}` | `upload ${UploadStep}`

const steps = channel('probata:storage')

const reached = (step: StorageStep): void => {
  if (steps.hasSubscribers) steps.publish(step)
}

/** Told at once to whoever listens in this process, such as a test that ends it there. */
export const reachedStep = (step: MigrationStep): void => reached(`migration ${step}`)

export const reachedUploadStep = (step: UploadStep): void => reached(`upload ${step}`)
