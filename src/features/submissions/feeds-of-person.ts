import type { Change, KeptLinks } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { countFeedsOf, lockFeedsOf, lockOwner, revokeFeed } from './calendar-queries.ts'

/** The most feeds of a person at a time. */
const most = 20

/** Throws a 422 where a person has as many feeds as they may. */
export const requirePlace = async ({ tx }: Change, createdBy: string): Promise<void> => {
  await tx.query(lockOwner, { id: createdBy })
  const [present] = await tx.query(countFeedsOf, { createdBy })
  if (present && present.feeds >= most)
    throw new Refusal('unprocessable', `You have ${most} calendar feeds; revoke one first.`)
}

/** A new password shuts out whoever knew the old one, and so whoever made an address with it. */
export const feedsOfPerson: KeptLinks = {
  until: 'password',
  async revoke({ tx, audit }, createdBy) {
    const said = { action: 'calendar_feed.revoke', content: { revoked: true }, detail: 'a new password' }
    for (const { id, record } of await tx.query(lockFeedsOf, { createdBy })) {
      tx.write(revokeFeed, { id })
      audit(id, { ...said, before: record, after: record })
    }
  },
}
