import type { Services } from '#http/call.ts'
import { PartlyFailed } from '#jobs/batches.ts'
import { among, job, type Running } from '#jobs/job.ts'
import { takeTurns } from '#jobs/turns.ts'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { collectDigest } from './collect-digest.ts'
import { recordDigestFailure } from './digest-failures.ts'
import { digestDayOf } from './digest-time.ts'
import {
  findRecipients,
  forgetDeliveries,
  listDigestPeople,
  organizationsWithDigests,
  organizationsWithOldDeliveries,
  type RecipientRow,
  stopWaiting,
} from './queries.ts'
import { readerOf } from './recipient.ts'
import { isRestDay } from './rest-days.ts'

/** The number of people that are looked up together: one turn of a workspace. */
const peopleTogether = 200

/** The length of the longest local day. */
const longestDay = 25 * hour

/** How long a delivery is kept after its end. */
const keptFor = 30 * day
const forgottenTogether = 1000
/** The number of rounds in which a run deletes old deliveries; the next run continues. */
const maxRounds = 50

interface Waiting {
  /** When the oldest notification was created that waits for the digest. */
  readonly oldest: Date
  readonly due_soon: boolean
}

/** Creates the digest of a person if it is due now. Returns whether there is one. */
const collectFor = async (
  services: Services,
  { organizationId, recipient }: { readonly organizationId: string; readonly recipient: RecipientRow },
  { oldest, due_soon: hasDueWork }: Waiting,
): Promise<boolean> => {
  const now = services.clock.now()
  const today = digestDayOf(now, readerOf(recipient).zone)
  if (now < today.dueAt || oldest.getTime() >= today.dueAt) return false
  const rests = await isRestDay(services, recipient, today)
  if (rests && !hasDueWork) return false
  return collectDigest(services, { organizationId, recipient, today, rests })
}

/** Creates the digests of the people after a position that are due now. Returns the last person of a full page. */
const collectAfter = async (
  services: Services,
  { organizationId, runId }: { readonly organizationId: string; readonly runId: string },
  after: string,
): Promise<{ created: number; next: string | undefined }> => {
  const { db, clock } = services
  const now = clock.now()
  const period = { dueFrom: iso(now - longestDay), dueUntil: iso(now + longestDay) }
  const people = await db.read(organizationId, listDigestPeople, { after, ...period, limit: peopleTogether })
  const waiting = new Map(people.map(row => [row.person_id, row]))
  const values = { ids: [...waiting.keys()], since: iso(now - day) }
  const recipients = people.length === 0 ? [] : await db.read(organizationId, findRecipients, values)
  const gone = new Set(waiting.keys()).difference(new Set(recipients.map(({ id }) => id)))
  if (gone.size > 0) await db.transaction(organizationId, tx => tx.query(stopWaiting, { personIds: [...gone] }))
  let created = 0
  for (const recipient of recipients) {
    const { id: personId } = recipient
    const row = waiting.get(personId)
    if (!row || (row.retry_at && row.retry_at.getTime() > now)) continue
    try {
      if (await collectFor(services, { organizationId, recipient }, row)) created++
    } catch (error) {
      await recordDigestFailure(services, { organizationId, personId, failures: row.failures ?? 0, runId }, error)
    }
  }
  const next = people.length < peopleTogether ? undefined : people.at(-1)?.person_id
  return { created, next }
}

/** Deletes old deliveries of all workspaces, whether or not they have digests. */
const forgetOld = async ({ db, clock }: Services, running: Running): Promise<void> => {
  const { signal, slice } = running
  const before = iso(clock.now() - keptFor)
  const values = { before, limit: forgottenTogether }
  for (let round = 0; round < maxRounds && !signal.aborted; round++) {
    const organizations = among(running, await db.readInstall(organizationsWithOldDeliveries, values))
    if (organizations.length === 0) return
    for (const { id } of organizations) await slice(() => db.transaction(id, tx => tx.query(forgetDeliveries, values)))
  }
}

/** Every quarter of an hour, because zones differ from UTC by multiples of it. */
export const collectDigests = job<Services>({
  name: 'collect-digests',
  description: 'Prepares the daily digest of notifications for people for whom it is 08:00.',
  schedule: '5 */15 * * * *',
  expected: 10 * minute,
  ofWorkspaces: true,
  async run(services, running) {
    const { id: runId, signal, slice } = running
    const positions = new Map<string, string>()
    let processed = 0
    const organizations = among(running, await services.db.readInstall(organizationsWithDigests, {}))
    const errors = await takeTurns({ organizations, together: 1, mayContinue: () => !signal.aborted }, async id => {
      const position = positions.get(id) ?? ''
      const { created, next } = await slice(() => collectAfter(services, { organizationId: id, runId }, position))
      processed += created
      if (next !== undefined) positions.set(id, next)
      return next !== undefined
    })
    await forgetOld(services, running).catch(error => errors.push(error))
    if (errors.length > 0) throw new PartlyFailed(errors, processed)
    return processed
  },
})
