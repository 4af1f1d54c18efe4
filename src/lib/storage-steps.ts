import { channel } from 'node:diagnostics_channel'

/** The steps of a storage migration, in order. Each is reported when it is complete. */
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

/**
 * The steps of an upload, in order. Each is reported when it is complete; only multipart uploads have `begun`.
 */
export type UploadStep = 'staged' | 'received' | 'begun' | 'sent' | 'verified' | 'attached'

/**
 * The steps of preparing a bundle. Each is reported when it is complete: its records are stored and then recorded,
 * files are read, and the rest is signed and stored.
 */
export type ExportStep = 'stored' | 'gathered' | 'read' | 'signed' | 'sealed'

export type StorageStep = `migration ${MigrationStep}` | `upload ${UploadStep}` | `export ${ExportStep}`

const steps = channel('probata:storage')

const publishStep = (step: StorageStep): void => {
  if (steps.hasSubscribers) steps.publish(step)
}

/** Reports a step synchronously to listeners in this process, such as a test that kills the process there. */
export const reachedStep = (step: MigrationStep): void => publishStep(`migration ${step}`)

export const reachedUploadStep = (step: UploadStep): void => publishStep(`upload ${step}`)

export const reachedExportStep = (step: ExportStep): void => publishStep(`export ${step}`)
