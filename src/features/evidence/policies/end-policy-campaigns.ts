import { system } from '#api/access.ts'
import { beginCall, type Call, change, type Services } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { discardBlob, stageBlob } from '#api/stage-blob.ts'
import { withoutRoom } from '#api/storage-room.ts'
import { unavailable } from '#api/unavailable.ts'
import { inBatches } from '#jobs/batches.ts'
import { job } from '#jobs/job.ts'
import { hour, iso, minute } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import { reportStorageAway } from '#src/features/evidence/report-storage-away.ts'
import { type CampaignList, listOf } from './campaign-list.ts'
import {
  findCampaignsToEnd,
  findStandings,
  findStoredCampaign,
  lockCampaignToEnd,
  noteFailure,
  organizationsWithCampaignsToEnd,
} from './campaign-queries.ts'
import { endCampaign } from './end-policy-campaign.ts'
import { campaignRecords, PolicyCampaign } from './policy-campaign.ts'

const name = 'end-policy-campaigns'
const size = 50

/** How long a campaign that could not end waits, at first and at most, in milliseconds. */
const between = { least: minute, most: hour } as const

/** Whoever came after it was due could not acknowledge it. */
const readList = async ({ read, now }: Pick<Call, 'read' | 'now'>, campaign: PolicyCampaign): Promise<CampaignList> => {
  const before = idFloor('prs', Math.min(now, Date.parse(campaign.dueAt)))
  return listOf(campaign, await read(findStandings, { id: campaign.id, before }))
}

async function* once(bytes: Buffer) {
  yield bytes
}

/**
 * The list is stored, then it is read again under the lock of the campaign: who acknowledged, joined or left meanwhile
 * makes another one. Everything else is one transaction, so a node that is killed leaves the campaign running, and two
 * nodes make one claim.
 */
const end = async (call: Call, id: string): Promise<void> => {
  const { db, organizationId, now } = call
  const [stored] = await call.read(findStoredCampaign, { id })
  if (!stored) return
  const list = await readList(call, readRecord(PolicyCampaign, stored.record))
  const blob = await stageBlob(call, once(list.bytes), { check: () => {}, isRetained: stored.is_retained })
  let isKept = false
  try {
    await db.transaction(organizationId, async tx => {
      const [locked] = await tx.query(lockCampaignToEnd, { id, now: iso(now) })
      if (!locked) return
      const ctx = change(call, tx, 'policy.campaign.end', null)
      const campaign = await campaignRecords.lock(ctx, id)
      const again = await readList(ctx, campaign.fields)
      if (again.file.checksumSha256 !== list.file.checksumSha256)
        throw new Refusal('unavailable', 'Who is asked changed while the campaign ended.')
      const kept = () => {
        isKept = true
      }
      await endCampaign(ctx, { campaign, list, blob, kept })
    })
  } finally {
    if (!isKept) await discardBlob(call, blob.key)
  }
}

/** What is said of a failure: a refusal that people can do something about, or nothing of what the log says. */
const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof Refusal ? error : (withoutRoom(error) ?? unavailable(error))

const fail = async (call: Call, id: string, error: unknown): Promise<void> => {
  const { db, organizationId, now, log } = call
  await reportStorageAway(call, error)
  const refusal = refusalOf(error)
  if (!refusal) log.error({ event: 'policy_campaign_not_ended', organization: organizationId, record: id, error })
  const failure = refusal?.message ?? 'The server failed; its log says why.'
  await db.transaction(organizationId, tx => tx.write(noteFailure, { id, failure, now: iso(now), ...between }))
}

// Each by itself: one that cannot end is tried again later, and holds up no other.
const endBatch = async (services: Services, organizationId: string, runId: string): Promise<number> => {
  const call = beginCall(services, system(name, organizationId), runId)
  const campaigns = await call.read(findCampaignsToEnd, { now: iso(call.now), limit: size })
  for (const { id } of campaigns) await end(call, id).catch(error => fail(call, id, error))
  return campaigns.length
}

/** A campaign ends within a minute after it is due, or after the last of those whom it asks has acknowledged. */
export const endPolicyCampaigns = job<Services>({
  name,
  description: 'Ends policy campaigns that are due or complete, each in one claim.',
  schedule: '25 * * * * *',
  expected: 5 * minute,
  async run(services, { id, signal }) {
    const now = iso(services.clock.now())
    const organizations = await services.db.readInstall(organizationsWithCampaignsToEnd, { now })
    return inBatches({ organizations, signal, size }, organizationId => endBatch(services, organizationId, id))
  },
})
