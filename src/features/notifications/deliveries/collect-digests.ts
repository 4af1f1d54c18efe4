import type { Services } from '#http/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job } from '#jobs/job.ts'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { collectDigest } from './collect-digest.ts'
import { digestDayOf } from './digest-time.ts'
import { findRecipients, forgetDeliveries, listDigestPeople, organizationsWithDigests, stopWaiting } from './queries.ts'
import { readerOf } from './recipient.ts'

/** The number of people that are looked up together. */
const peopleTogether = 200

/** The length of the longest local day. */
const longestDay = 25 * hour

/** How long a delivery is kept after its end. */
const keptFor = 30 * day
const forgottenTogether = 1000

/** Creates the digests of the people after a position that are due now. Returns the last person of a full page. */
const collectAfter = async (
  services: Services,
  organizationId: string,
  after: string,
): Promise<{ created: number; next: string | undefined }> => {
  const { db, clock } = services
  const now = clock.now()
  const period = { dueFrom: iso(now - longestDay), dueUntil: iso(now + longestDay) }
  const people = await db.read(organizationId, listDigestPeople, { after, ...period, limit: peopleTogether })
  const oldest = new Map(people.map(row => [row.person_id, row.oldest.getTime()]))
  const withDueWork = new Set(people.filter(row => row.due_soon).map(row => row.person_id))
  const values = { ids: [...oldest.keys()], since: iso(now - day) }
  const recipients = people.length === 0 ? [] : await db.read(organizationId, findRecipients, values)
  const found = new Set(recipients.map(({ id }) => id))
  const gone = [...oldest.keys()].filter(id => !found.has(id))
  if (gone.length > 0) await db.transaction(organizationId, tx => tx.query(stopWaiting, { personIds: gone }))
  let created = 0
  for (const recipient of recipients) {
    const today = digestDayOf(now, readerOf(recipient).zone)
    if (now < today.dueAt || (oldest.get(recipient.id) ?? now) >= today.dueAt) continue
    const rests = today.isWeekend
    if (rests && !withDueWork.has(recipient.id)) continue
    if (await collectDigest(services, { organizationId, recipient, today, rests })) created++
  }
  const next = people.length < peopleTogether ? undefined : people.at(-1)?.person_id
  return { created, next }
}

/** Every quarter of an hour, because zones differ from UTC by multiples of it. */
export const collectDigests = job<Services>({
  name: 'collect-digests',
  description: 'Prepares the daily digest of notifications for people for whom it is 08:00.',
  schedule: '5 */15 * * * *',
  expected: 10 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { db, clock } = services
    const { signal, slice } = running
    const errors: unknown[] = []
    let processed = 0
    const collectAll = async (organizationId: string): Promise<void> => {
      for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
        const position: string = after
        const { created, next } = await slice(() => collectAfter(services, organizationId, position))
        processed += created
        after = next
      }
      const before = iso(clock.now() - keptFor)
      await db.transaction(organizationId, tx => tx.query(forgetDeliveries, { before, limit: forgottenTogether }))
    }
    for (const { id } of among(running, await db.readInstall(organizationsWithDigests, {})))
      await collectAll(id).catch(error => errors.push(error))
    if (errors.length > 0) throw new PartlyFailed(errors, processed)
    return processed
  },
})
