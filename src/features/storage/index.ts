import { boundBindings } from '#shared/storage-binding.ts'
import { acceptStorageMigrationFailure } from './accept-storage-migration-failure.ts'
import { activateStorageBinding } from './activate-storage-binding.ts'
import { cancelStorageMigration } from './cancel-storage-migration.ts'
import { createStorageBinding } from './create-storage-binding.ts'
import { getStorageBinding } from './get-storage-binding.ts'
import { getStorageMigration } from './get-storage-migration.ts'
import { boundHolds } from './holds/hold.ts'
import { holds } from './holds/index.ts'
import { boundDestructions } from './keys/destruction.ts'
import { keys } from './keys/index.ts'
import { listStorageBindings } from './list-storage-bindings.ts'
import { listStorageDeviations } from './list-storage-deviations.ts'
import { listStorageMigrationFailures } from './list-storage-migration-failures.ts'
import { listStorageMigrations } from './list-storage-migrations.ts'
import { listStorageProbeRuns } from './list-storage-probe-runs.ts'
import { locks } from './locks/index.ts'
import { pauseStorageMigration } from './pause-storage-migration.ts'
import { storageBindings } from './provision.ts'
import { replaceStorageCredentials } from './replace-storage-credentials.ts'
import { requestsOfPerson } from './requests-of-person.ts'
import { resumeStorageMigration } from './resume-storage-migration.ts'
import { retireStorageBinding } from './retire-storage-binding.ts'
import { runStorageMigrations } from './run-storage-migrations.ts'
import { scrub } from './scrub/index.ts'
import { setStorageMigrationRate } from './set-storage-migration-rate.ts'
import { startStorageMigration } from './start-storage-migration.ts'
import { sweepPostures } from './sweep-postures.ts'
import { sweepStagedBlobs } from './sweep-staged-blobs.ts'
import { updateStorageBinding } from './update-storage-binding.ts'
import { usage } from './usage/index.ts'
import { boundQuotas } from './usage/quota.ts'
import { validateStorageBinding } from './validate-storage-binding.ts'

export const storage = {
  bounds: [boundBindings, boundDestructions, boundHolds, boundQuotas],
  keptLinks: [requestsOfPerson],
  endpoints: [
    listStorageBindings,
    createStorageBinding,
    getStorageBinding,
    updateStorageBinding,
    validateStorageBinding,
    activateStorageBinding,
    retireStorageBinding,
    replaceStorageCredentials,
    listStorageProbeRuns,
    listStorageMigrations,
    startStorageMigration,
    getStorageMigration,
    pauseStorageMigration,
    resumeStorageMigration,
    cancelStorageMigration,
    setStorageMigrationRate,
    listStorageMigrationFailures,
    acceptStorageMigrationFailure,
    listStorageDeviations,
    ...scrub.endpoints,
    ...keys.endpoints,
    ...holds.endpoints,
    ...usage.endpoints,
  ],
  sections: [storageBindings, ...usage.sections],
  jobs: [
    sweepStagedBlobs,
    runStorageMigrations,
    sweepPostures,
    ...scrub.jobs,
    ...locks.jobs,
    ...keys.jobs,
    ...usage.jobs,
  ],
}
