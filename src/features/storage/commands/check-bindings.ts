import type { Database } from '#db/database.ts'
import { BlobStoreUnavailable } from '#lib/blob-store.ts'
import { type Clock, iso } from '#lib/clock.ts'
import type { ObjectStores, ProbeResult } from '#lib/object-store.ts'
import { findBinding } from '#src/features/storage/bindings/binding-queries.ts'
import { bindingsToSweep } from '#src/features/storage/posture/posture-queries.ts'
import { passedAll } from '#src/features/storage/posture/probes.ts'
import { slugOf } from './workspaces.ts'

/** The probe results of a binding that holds files. */
export interface CheckedBinding {
  readonly organization: string
  readonly bindingId: string
  readonly name: string
  readonly status: string
  readonly passed: boolean
  /** Empty if the binding could not be opened, for example because the master key has changed. */
  readonly results: readonly ProbeResult[]
}

interface NeededServices {
  readonly db: Database
  readonly clock: Clock
  readonly objectStores: ObjectStores
}

const probeBinding = (objectStores: ObjectStores, organizationId: string, bindingId: string) =>
  objectStores.probe(organizationId, bindingId).catch(error => {
    if (error instanceof BlobStoreUnavailable) return []
    throw error
  })

/** Probes the bindings in use of all workspaces, one after another; stores nothing. */
export async function* checkBindings({ db, clock, objectStores }: NeededServices): AsyncGenerator<CheckedBinding> {
  const bindings = await db.readInstall(bindingsToSweep, { now: iso(clock.now()), everyOne: true })
  for (const { organization_id: organizationId, binding_id: bindingId } of bindings) {
    const [[row], organization] = await Promise.all([
      db.read(organizationId, findBinding, { id: bindingId }),
      slugOf(db, organizationId),
    ])
    if (!row || organization === undefined) continue
    const results = await probeBinding(objectStores, organizationId, bindingId)
    const passed = results.length > 0 && passedAll(results)
    yield { organization, bindingId, name: row.name, status: row.status, passed, results }
  }
}
