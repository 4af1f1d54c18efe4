import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { violatedConstraint } from '#db/sql-error.ts'
import { type Clock, second } from '#lib/clock.ts'
import type { Ids } from '#lib/ids.ts'
import { order } from '#shared/command-line-change.ts'
import type { BindingRow } from '#src/features/storage/bindings/binding.ts'
import { bindingsInUse } from '#src/features/storage/bindings/binding-queries.ts'
import {
  beginMigration,
  migrationConflicts,
  type PlannedMigration,
  planMigration,
} from '#src/features/storage/migration/begin-migration.ts'
import { type StorageMigration, showMigration } from '#src/features/storage/migration/migration.ts'
import type { MigrationMode } from '#src/features/storage/migration/migration-modes.ts'
import { findMigration } from '#src/features/storage/migration/migration-queries.ts'
import type { Workspace } from './workspaces.ts'

interface NeededServices {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
}

/** The arguments of the migrate command: bindings by their ids or names. */
export interface MigrationRequest {
  /** The source; the active binding if omitted. */
  readonly from?: string | undefined
  readonly to: string
  readonly mode: MigrationMode
  readonly bytesPerSecond?: number | undefined
  readonly holdHours?: number | undefined
}

type Binding = Pick<BindingRow, 'id' | 'name' | 'status'>

const findByIdOrName = (bindings: readonly Binding[], idOrName: string, slug: string): Binding => {
  const byId = bindings.find(({ id }) => id === idOrName)
  const [byName, another] = bindings.filter(({ name }) => name === idOrName)
  if (another && !byId)
    throw new Error(`Several storage bindings of ${slug} are called ${idOrName}; give the id of one.`)
  const match = byId ?? byName
  if (match) return match
  const choices = bindings.map(({ id, name, status }) => `${name} (${id}, ${status})`)
  throw new Error(`${slug} has no storage binding ${JSON.stringify(idOrName)}; it has ${choices.join(', ')}.`)
}

/** The source and target of the migration. */
export interface MigrationEnds {
  readonly source: Binding
  readonly target: Binding
}

/** Finds the source and the target. Throws an Error with a message for the operator if it cannot. */
export const findMigrationBindings = async (
  db: Database,
  { id, slug }: Workspace,
  { from, to }: MigrationRequest,
): Promise<MigrationEnds> => {
  const bindings = await db.read(id, bindingsInUse, {})
  const target = findByIdOrName(bindings, to, slug)
  const active = bindings.find(({ status }) => status === 'active')
  const source = from === undefined ? active : findByIdOrName(bindings, from, slug)
  if (!source) throw new Error(`No storage binding of ${slug} takes files; name the source with --from.`)
  if (source.id !== target.id) return { source, target }
  throw new Error(
    from === undefined
      ? `${target.name} takes the files of ${slug} already; name the storage binding to empty with --from.`
      : `Files cannot be moved from ${target.name} to itself.`,
  )
}

const inputOf = ({ mode, bytesPerSecond, holdHours }: MigrationRequest, { source, target }: MigrationEnds) => ({
  ...{ sourceId: source.id, targetId: target.id },
  ...{ mode, bytesPerSecond, holdHours },
})

/** Counts the files that would be copied; stores nothing. Throws a Refusal. */
export const countFiles = (
  db: Database,
  workspace: Workspace,
  request: MigrationRequest,
  ends: MigrationEnds,
): Promise<PlannedMigration> => db.transaction(workspace.id, tx => planMigration({ tx }, inputOf(request, ends)))

/** Starts a migration, which the servers carry out. Throws a Refusal. */
export const startMigration = async (
  services: NeededServices,
  workspace: Workspace,
  {
    request,
    ends,
    reason,
  }: { readonly request: MigrationRequest; readonly ends: MigrationEnds; readonly reason: string },
): Promise<StorageMigration> => {
  const orderInput = { organizationId: workspace.id, action: 'storage.migration.start', reason }
  try {
    return await order(services, orderInput, async change =>
      beginMigration(change, await planMigration(change, inputOf(request, ends))),
    )
  } catch (error) {
    const running = Object.entries(migrationConflicts).find(([name]) => name === violatedConstraint(error))?.[1]
    throw running === undefined ? error : new Error(running.text)
  }
}

const isCopying = ({ status, paused }: StorageMigration): boolean => status === 'copying' && !paused

/** Yields a migration each time it changes, until its files are copied, it is paused, or it has ended. */
export async function* followMigration(
  { db, clock }: NeededServices,
  { id: organizationId }: Workspace,
  id: string,
): AsyncGenerator<StorageMigration> {
  let lastState = ''
  for (;;) {
    const [row] = await db.read(organizationId, findMigration, { id })
    if (!row) return
    const migration = showMigration(row, clock.now())
    const { status, paused, waitsFor, items } = migration
    const state = JSON.stringify([status, paused, waitsFor, items])
    if (state !== lastState) yield migration
    lastState = state
    if (!isCopying(migration)) return
    await delay(second)
  }
}
