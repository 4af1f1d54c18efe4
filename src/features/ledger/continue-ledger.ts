import { randomBytes } from 'node:crypto'
import { install } from '#db/database.ts'
import { type AuditEvent, renderAuditEvent } from '#http/audit.ts'
import type { Provided, Services } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { currentUser } from '#shared/command-line-change.ts'
import { drawSalts, leafOf, packSalts } from './leaf.ts'
import { continueLedger, ledgerState, ledgerTrees } from './seal-queries.ts'
import { treeOrigin } from './tree.ts'

type NeededServices = Pick<Services, 'db' | 'clock' | 'ids'> &
  Provided<'checkpoints'> & {
    readonly settings: Pick<Services['settings'], 'url'>
  }

/** A tree that continues as a new generation. */
export interface ContinuedTree {
  readonly organizationId: string
  readonly origin: string
}

interface Tree {
  readonly id: string
  readonly generation: number
  readonly origin: string
}

/**
 * Returns the last generation of an organization's trees that has a checkpoint at an external place, or the stored
 * generation if none is later.
 */
const findLastGeneration = async ({ checkpoints, settings }: NeededServices, id: string, generation: number) => {
  for (let last = generation; ; last++) {
    const origin = treeOrigin(settings.url, id, last + 1)
    if ((await checkpoints.newestOutside(id, origin)) === undefined) return last
  }
}

/**
 * Starts a new generation of every tree, after an older backup was restored or a signing key was lost. The first leaf
 * of each tree names the last checkpoint of the previous generation; unsealed rows follow. @throws if another process
 * sealed rows at the same time; the caller should try again
 */
export const startNewGeneration = async (services: NeededServices, reason: string): Promise<ContinuedTree[]> => {
  const { db, clock, ids, settings, checkpoints } = services
  const now = clock.now()
  const [state] = await db.readInstall(ledgerState, {})
  const newTrees: (Tree & { readonly event: AuditEvent })[] = []
  for (const { organization_id: id, generation, origin, size, root } of await db.readInstall(ledgerTrees, {})) {
    const last = await findLastGeneration(services, id, generation)
    const previousOrigin = treeOrigin(settings.url, id, last)
    const outsideCheckpoint = await checkpoints.newestOutside(
      id,
      last === generation ? (origin ?? previousOrigin) : previousOrigin,
    )
    if (origin === null && !outsideCheckpoint) continue
    const lastCheckpoint = outsideCheckpoint ?? { size, root: root ?? Buffer.alloc(0) }
    const event: AuditEvent = {
      id: ids.next('aud', now),
      action: 'ledger.continue',
      outcome: 'done',
      actorKind: 'system',
      actorId: 'command-line',
      resourceId: id,
      reason,
      beforeDigest: null,
      afterDigest: null,
      detail: `after ${previousOrigin} ${lastCheckpoint.size} ${lastCheckpoint.root.toString('base64')}; operating system account ${currentUser()}`,
      requestId: ids.next('req', now),
      createdAt: iso(now),
    }
    newTrees.push({ id, generation: last + 1, origin: treeOrigin(settings.url, id, last + 1), event })
  }
  const leaves = newTrees.map(({ event }) => {
    const salts = drawSalts(event, randomBytes)
    return { salts: packSalts(salts), hash: leafOf(event, salts).hash }
  })
  const [result] = await db.transaction(install, tx =>
    tx.query(continueLedger, {
      revision: state?.revision ?? '',
      now: iso(now),
      organizations: newTrees.map(({ id }) => id),
      generations: newTrees.map(({ generation }) => generation),
      origins: newTrees.map(({ origin }) => origin),
      events: newTrees.map(({ event }) => event.id),
      actions: newTrees.map(({ event }) => event.action),
      actors: newTrees.map(({ event }) => event.actorId),
      resources: newTrees.map(({ event }) => event.resourceId),
      records: newTrees.map(({ event }) => renderAuditEvent(event)),
      salts: leaves.map(({ salts }) => salts),
      hashes: leaves.map(({ hash }) => hash),
    }),
  )
  if (!result?.moved) throw new Error('The ledger was being sealed at the same moment; try again.')
  return newTrees.map(({ id, origin }) => ({ organizationId: id, origin }))
}
