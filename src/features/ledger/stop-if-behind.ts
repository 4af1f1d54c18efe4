import { install } from '#db/database.ts'
import type { Provided, Services } from '#http/call.ts'
import type { LedgerReader } from '#http/ledger.ts'
import { iso } from '#lib/clock.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import type { ReportServices } from './report-restored.ts'
import { ledgerTrees, updateStoppedLedger } from './seal-queries.ts'
import { treeOrigin } from './tree.ts'

export type StopServices = ReportServices & Pick<Services, 'settings' | 'ledger' | 'nodeId'> & Provided<'checkpoints'>

/** Finds the organizations whose newest external checkpoint has a different or longer history than their tree. */
const findBehind = async ({ db, settings, ledger, checkpoints }: StopServices): Promise<string[]> => {
  const behind: string[] = []
  for (const { organization_id: id, generation, origin } of await db.readInstall(ledgerTrees, {})) {
    const read: LedgerReader = (statement, values) => db.read(id, statement, values)
    const next = await checkpoints.newestOutside(id, treeOrigin(settings.url, id, generation + 1))
    const externalCheckpoint = await checkpoints.newestOutside(id, origin ?? treeOrigin(settings.url, id, generation))
    // Reads the head after the checkpoints, because another node may meanwhile have sealed rows, published a checkpoint
    // or started the next generation.
    const matchesExternal = async (): Promise<boolean> => {
      if (!externalCheckpoint) return true
      const head = await ledger.head(read, generation)
      if (externalCheckpoint.size > (head?.size ?? 0)) return false
      return externalCheckpoint.root.equals(await ledger.rootAt(read, generation, externalCheckpoint.size))
    }
    const knowsNextGeneration = async (): Promise<boolean> =>
      !next || ((await ledger.head(read))?.generation ?? 0) > generation
    if (!((await knowsNextGeneration()) && (await matchesExternal()))) behind.push(id)
  }
  return behind
}

/**
 * Stops sealing for the whole install if an external checkpoint covers rows that this database does not have: a log
 * must not continue from an older state under the same origin. `probata ledger continue` starts new trees.
 */
export const stopWhereBehind = async (services: StopServices): Promise<void> => {
  const behind = await findBehind(services)
  if (behind.length === 0) return
  const [result] = await services.db.transaction(install, tx =>
    tx.query(updateStoppedLedger, { now: iso(services.clock.now()) }),
  )
  if (!result?.stopped) return
  for (const id of behind)
    await recordSecurityEvent(services, id, { type: 'ledgerBehindCheckpoint', context: { resourceId: id } })
}
