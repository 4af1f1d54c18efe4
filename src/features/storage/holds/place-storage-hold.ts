import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { changing } from '#api/endpoint.ts'
import { notFound, Refusal } from '#api/errors.ts'
import { lockHolds } from '#api/retention-hold.ts'
import { iso } from '#lib/clock.ts'
import { holdSurface, mostHolds, notAsked, renderHold, StorageHold, showHold } from './hold.ts'
import { beforeHold, insertHold } from './queries.ts'

/** Alone with the lock: what removes files at this moment has ended before, or sees it. */
export const placeStorageHold = changing({
  name: 'placeStorageHold',
  summary: 'Place a hold: the files of a claim, or all of the workspace, are removed by nothing while it is in force',
  tag: 'Storage holds',
  method: 'POST',
  ...holdSurface(''),
  status: 201,
  action: 'storage.hold.place',
  body: Type.Object({ claimId: StorageHold.properties.claimId }),
  response: StorageHold,
  errors: ['not_found', 'unprocessable'],
  async run({ tx, ids, now, actor, audit, reason }, { body: { claimId } }) {
    tx.write(lockHolds, { alone: true })
    const [before] = await tx.query(beforeHold, { claimId })
    const claimTitle = before?.claim_title ?? null
    if (claimId !== null && claimTitle === null) throw notFound('evidence claim')
    if ((before?.in_force ?? 0) >= mostHolds)
      throw new Refusal('unprocessable', `${mostHolds} holds are in force; a workspace has no more at once.`)
    const id = ids.next('srh', now)
    const record = renderHold({
      id,
      claimId,
      status: 'active',
      reason: reason ?? '',
      placedBy: actor.id,
      placedAt: iso(now),
      ...notAsked,
      releasedBy: null,
      releasedAt: null,
    })
    tx.write(insertHold, { id, claimId, placedBy: actor.id, record })
    audit(id, { after: record })
    return new Rendered(showHold({ id, record, claim_title: claimTitle }))
  },
})
