import { iso, second } from '#lib/clock.ts'
import { noReleaseRequest, renderHold } from '#src/features/storage/holds/hold.ts'
import { insertHold, updateHold } from '#src/features/storage/holds/queries.ts'
import { renderDestruction } from '#src/features/storage/keys/destruction.ts'
import { insertDestruction } from '#src/features/storage/keys/queries.ts'
import type { Probata } from '#test/system.ts'

/** Creates requests that a second person must confirm: to destroy an organization's keys and to release holds. */
export interface DestructionFactory {
  /** Closes every open request and ends every hold. */
  endDestruction(): Promise<void>
  /** Requests a destruction as a person who is not one of the tested callers; returns the request's id. */
  destruction(): Promise<string>
  /**
   * Creates a hold on all files as a person who is not one of the tested callers, optionally with a request to release
   * it.
   */
  hold(release?: 'release'): Promise<string>
}

export const destructionsOf = (p: Probata, organizationId: string, askedBy: string): DestructionFactory => {
  const { services } = p.system
  const endDestruction = async () => {
    await p.sql(`update storage_key_destruction set status = 'withdrawn' where organization_id = $1`, [organizationId])
    await p.sql(
      `update retention_hold set status = 'released', release_asked_by = $2::text,
          released_by = (select min(id) from person where organization_id = $1 and id <> $2::text)
        where organization_id = $1 and status <> 'released'`,
      [organizationId, askedBy],
    )
  }
  const times = () => {
    const now = services.clock.now()
    return { now, askedAt: iso(now), expiresAt: iso(now + 3600 * second) }
  }
  return {
    endDestruction,
    async destruction() {
      await endDestruction()
      const { now, ...row } = times()
      const id = services.ids.next('skd', now)
      const record = renderDestruction({
        id,
        status: 'asked',
        reason: 'to see who may confirm it',
        askedBy,
        ...row,
        endedBy: null,
        endedAt: null,
      })
      await services.db.transaction(organizationId, tx =>
        tx.write(insertDestruction, { id, askedBy, hands: [askedBy], record }),
      )
      return id
    },
    async hold(release) {
      const { now, askedAt: releaseAskedAt, expiresAt: releaseExpiresAt } = times()
      const id = services.ids.next('srh', now)
      const reason = 'to see who may release it'
      const status = release ? 'releasing' : 'active'
      const record = renderHold({
        id,
        claimId: null,
        status,
        reason,
        placedBy: askedBy,
        placedAt: iso(now),
        ...(release
          ? { releaseReason: reason, releaseAskedBy: askedBy, releaseAskedAt, releaseExpiresAt }
          : noReleaseRequest),
        releasedBy: null,
        releasedAt: null,
      })
      await services.db.transaction(organizationId, tx => {
        tx.write(insertHold, { id, claimId: null, placedBy: askedBy, record })
        tx.write(updateHold, { id, status, askedBy: release ? askedBy : null, releasedBy: null, hands: null, record })
      })
      return id
    },
  }
}
