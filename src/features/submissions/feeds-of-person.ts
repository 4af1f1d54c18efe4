import type { Change, RevocableLinks } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { countFeedsOf, lockFeedsOf, lockOwner, revokeFeed } from './calendar-queries.ts'

/** The maximum number of feeds of a person. */
const maxFeeds = 20

/** Throws a 422 if the person already has the maximum number of feeds. */
export const requireBelowFeedLimit = async ({ tx }: Change, createdBy: string): Promise<void> => {
  await tx.query(lockOwner, { id: createdBy })
  const [existing] = await tx.query(countFeedsOf, { createdBy })
  if (existing && existing.feeds >= maxFeeds)
    throw new Refusal(
      'unprocessable',
      sentence`calendar.feed_limit: You already have ${{ most: maxFeeds }} calendar feeds; revoke one first.`,
    )
}

/** A new password also revokes feeds, because a person who knew the old password could have created them. */
export const feedsOfPerson: RevocableLinks = {
  revokedOn: 'password',
  async revoke({ tx, audit }, createdBy) {
    const auditEntry = { action: 'calendar_feed.revoke', content: { revoked: true }, detail: 'a new password' }
    for (const { id, record } of await tx.query(lockFeedsOf, { createdBy })) {
      tx.write(revokeFeed, { id })
      audit(id, { ...auditEntry, before: record, after: record })
    }
  },
}
