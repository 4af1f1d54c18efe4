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

/** What the preparation of a bundle of proof has just done: stored its records, had them on record, read files, stored the rest. */
export type ExportStep = 'stored' | 'gathered' | 'read' | 'signed' | 'sealed'

export type StorageStep = `migration ${MigrationStep}` | `upload ${UploadStep}` | `export ${ExportStep}`

const steps = channel('probata:storage')

const reached = (step: StorageStep): void => {
  if (steps.hasSubscribers) steps.publish(step)
}

/** Told at once to whoever listens in this process, such as a test that ends it there. */
export const reachedStep = (step: MigrationStep): void => reached(`migration ${step}`)

export const reachedUploadStep = (step: UploadStep): void => reached(`upload ${step}`)

export const reachedExportStep = (step: ExportStep): void => reached(`export ${step}`)
