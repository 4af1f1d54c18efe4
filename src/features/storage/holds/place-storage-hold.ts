import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { lockHolds } from '#shared/retention-hold.ts'
import { holdSurface, maxHolds, noReleaseRequest, renderHold, StorageHold, showHold } from './hold.ts'
import { beforeHold, insertHold } from './queries.ts'

/** Takes the lock exclusively, so that each removal of files has either ended or sees the hold. */
export const placeStorageHold = changeEndpoint({
  name: 'placeStorageHold',
  summary: 'Place a hold: while it is in force, no file of the claim (or of the workspace) can be removed',
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
    if ((before?.in_force ?? 0) >= maxHolds)
      throw new Refusal(
        'unprocessable',
        sentence`hold.limit: The workspace has ${{ maxHolds }} holds in force, which is the limit; release one first.`,
      )
    const id = ids.next('srh', now)
    const record = renderHold({
      id,
      claimId,
      status: 'active',
      reason: reason ?? '',
      placedBy: actor.id,
      placedAt: iso(now),
      ...noReleaseRequest,
      releasedBy: null,
      releasedAt: null,
    })
    tx.write(insertHold, { id, claimId, placedBy: actor.id, record })
    audit(id, { after: record })
    return new Rendered(showHold({ id, record, claim_title: claimTitle }))
  },
})
