import { channel } from 'node:diagnostics_channel'

/** The step that a storage migration has just completed, in order. */
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

/** The step that an upload has just completed, in order; only files sent in parts are begun. */
export type UploadStep = 'staged' | 'received' | 'begun' | 'sent' | 'verified' | 'attached'

/**
 * The step that the preparation of a bundle has just completed: stored its records, put them on record, read files,
 * stored the rest.
 */
export type ExportStep = 'stored' | 'gathered' | 'read' | 'signed' | 'sealed'

export type StorageStep = `migration ${MigrationStep}` | `upload ${UploadStep}` | `export ${ExportStep}`

const steps = channel('probata:storage')

const reached = (step: StorageStep): void => {
  if (steps.hasSubscribers) steps.publish(step)
}

/** Reports a step immediately to a listener in this process, such as a test that ends the process there. */
export const reachedStep = (step: MigrationStep): void => reached(`migration ${step}`)

export const reachedUploadStep = (step: UploadStep): void => reached(`upload ${step}`)

export const reachedExportStep = (step: ExportStep): void => reached(`export ${step}`)
