import { install } from '#db/database.ts'
import type { Provided, Services } from '#http/call.ts'
import type { LedgerReader } from '#http/ledger.ts'
import { iso } from '#lib/clock.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import type { ReportServices } from './restored.ts'
import { ledgerTrees, updateStoppedLedger } from './seal-queries.ts'
import { treeOrigin } from './tree.ts'

export type StopNeeds = ReportServices & Pick<Services, 'settings' | 'ledger' | 'nodeId'> & Provided<'checkpoints'>

/** Finds the organizations whose newest outside checkpoint has a different or longer history than their tree. */
const findBehind = async ({ db, settings, ledger, checkpoints }: StopNeeds): Promise<string[]> => {
  const behind: string[] = []
  for (const { organization_id: id, generation, origin } of await db.readInstall(ledgerTrees, {})) {
    const read: LedgerReader = (statement, values) => db.read(id, statement, values)
    const next = await checkpoints.newestOutside(id, treeOrigin(settings.url, id, generation + 1))
    const outside = await checkpoints.newestOutside(id, origin ?? treeOrigin(settings.url, id, generation))
    // Reads the head after the checkpoints, because another node may have sealed, published or started the next
    // generation meanwhile.
    const matchesOutside = async (): Promise<boolean> => {
      if (!outside) return true
      const head = await ledger.head(read, generation)
      if (outside.size > (head?.size ?? 0)) return false
      return outside.root.equals(await ledger.rootAt(read, generation, outside.size))
    }
    const knowsNextGeneration = async (): Promise<boolean> =>
      !next || ((await ledger.head(read))?.generation ?? 0) > generation
    if (!((await knowsNextGeneration()) && (await matchesOutside()))) behind.push(id)
  }
  return behind
}

/**
 * Stops sealing for the whole install if an outside checkpoint covers rows that this database has lost or does not
 * know: a log must not continue from there under the same origin. `probata ledger continue` starts new trees.
 */
export const stopWhereBehind = async (needs: StopNeeds): Promise<void> => {
  const behind = await findBehind(needs)
  if (behind.length === 0) return
  const [result] = await needs.db.transaction(install, tx =>
    tx.query(updateStoppedLedger, { now: iso(needs.clock.now()) }),
  )
  if (!result?.stopped) return
  for (const id of behind)
    await recordSecurityEvent(needs, id, { type: 'ledgerBehindCheckpoint', context: { resourceId: id } })
}
