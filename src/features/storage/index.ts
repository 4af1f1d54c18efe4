import { boundBindings } from '#shared/storage-binding.ts'
import { activateStorageBinding } from './bindings/activate-storage-binding.ts'
import { createStorageBinding } from './bindings/create-storage-binding.ts'
import { getStorageBinding } from './bindings/get-storage-binding.ts'
import { listStorageBindings } from './bindings/list-storage-bindings.ts'
import { storageBindings } from './bindings/provision.ts'
import { replaceStorageCredentials } from './bindings/replace-storage-credentials.ts'
import { retireStorageBinding } from './bindings/retire-storage-binding.ts'
import { updateStorageBinding } from './bindings/update-storage-binding.ts'
import { validateStorageBinding } from './bindings/validate-storage-binding.ts'
import { boundHolds } from './holds/hold.ts'
import { holds } from './holds/index.ts'
import { boundDestructions } from './keys/destruction.ts'
import { keys } from './keys/index.ts'
import { locks } from './locks/index.ts'
import { acceptStorageMigrationFailure } from './migration/accept-storage-migration-failure.ts'
import { cancelStorageMigration } from './migration/cancel-storage-migration.ts'
import { getStorageMigration } from './migration/get-storage-migration.ts'
import { listStorageMigrationFailures } from './migration/list-storage-migration-failures.ts'
import { listStorageMigrations } from './migration/list-storage-migrations.ts'
import { pauseStorageMigration } from './migration/pause-storage-migration.ts'
import { resumeStorageMigration } from './migration/resume-storage-migration.ts'
import { runStorageMigrations } from './migration/run-storage-migrations.ts'
import { setStorageMigrationRate } from './migration/set-storage-migration-rate.ts'
import { startStorageMigration } from './migration/start-storage-migration.ts'
import { listStorageDeviations } from './posture/list-storage-deviations.ts'
import { listStorageProbeRuns } from './posture/list-storage-probe-runs.ts'
import { storageProblems } from './posture/problems.ts'
import { sweepPostures } from './posture/sweep-postures.ts'
import { requestsOfPerson } from './requests-of-person.ts'
import { scrub } from './scrub/index.ts'
import { sweepStagedBlobs } from './stores/sweep-staged-blobs.ts'
import { storageTitles } from './titles.ts'
import { usage } from './usage/index.ts'
import { boundQuotas } from './usage/quota.ts'

export const storage = {
  bounds: [boundBindings, boundDestructions, boundHolds, boundQuotas],
  revocableLinks: [requestsOfPerson],
  titleSources: storageTitles,
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
  problemSources: storageProblems,
}
