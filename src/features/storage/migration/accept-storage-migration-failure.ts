import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { lockMigrationForChange } from './change-migration.ts'
import { MigrationParams, migrationSurface } from './migration.ts'
import { StorageMigrationFailure, showFailure } from './migration-failure.ts'
import { acceptFailure, lockFailure } from './migration-queries.ts'

/** The file stays in the source, and its failure no longer blocks the migration. */
export const acceptStorageMigrationFailure = changeEndpoint({
  name: 'acceptStorageMigrationFailure',
  summary: 'Accept that a storage migration leaves behind a file it could not copy',
  tag: 'Storage',
  method: 'POST',
  ...migrationSurface('/{migrationId}/failures/{artifactId}/accept'),
  confirm: true,
  status: 200,
  action: 'storage.migration.accept_failure',
  params: Type.Object({ ...MigrationParams.properties, artifactId: Reference('art') }),
  response: StorageMigrationFailure,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { migrationId, artifactId } }) {
    const { tx, now, actor } = change
    await lockMigrationForChange(change, migrationId)
    const row = firstOrNotFound(
      await tx.query(lockFailure, { migrationId, artifactId }),
      'failure of the storage migration',
    )
    if (row.accepted_at)
      throw new Refusal('unprocessable', sentence`migration.failure_accepted: The failure has already been accepted.`)
    const accepted = { accepted_at: new Date(now), accepted_by: actor.id, reason: change.reason ?? '' }
    const { accepted_by: acceptedBy, reason } = accepted
    tx.write(acceptFailure, { migrationId, artifactId, acceptedBy, reason, at: iso(now) })
    const failure = showFailure({ ...row, ...accepted })
    const [before, after] = [JSON.stringify(showFailure(row)), JSON.stringify(failure)]
    change.audit(`${migrationId}/${artifactId}`, { before, after })
    return failure
  },
})
