import { statement } from '#db/statement.ts'
import { bound, moment, parsed, readAsIs } from '#family/bound.ts'

/** How the audit trail binds storage bindings (`features/storage/bindings`). */
export const boundBindings = bound({
  table: 'storage_binding',
  prefix: 'stb',
  record: false,
  content: {
    activatedAt: moment,
    createdAt: moment,
    credentialHint: readAsIs,
    credentialsAt: moment,
    encryption: readAsIs,
    kind: readAsIs,
    name: readAsIs,
    retentionMode: readAsIs,
    settings: parsed,
    status: readAsIs,
    updatedAt: moment,
    validatedAt: moment,
  },
})

/** Finds the folder binding, which the database creates with the workspace. */
export const findFolder = statement(
  'find_folder_binding',
  {},
  `select id from storage_binding where organization_id = :organization and kind = 'folder'`,
)
