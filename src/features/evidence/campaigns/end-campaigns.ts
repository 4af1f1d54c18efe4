import { system } from '#http/access.ts'
import { beginCall, type Call, type Change, change, type Provided, type Services } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { withoutRoom } from '#http/storage-room.ts'
import { unavailable } from '#http/unavailable.ts'
import { runInBatches } from '#jobs/batches.ts'
import { among, type Job, job } from '#jobs/job.ts'
import type { StagedBlob } from '#lib/blob-store.ts'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { idFloor } from '#lib/ids.ts'
import { sentence } from '#lib/sentence.ts'
import { discardBlob, lockStaged, stageBlob } from '#shared/stage-blob.ts'
import { attachFile } from '#src/features/evidence/attachments/attach-file.ts'
import { reportStorageOutage } from '#src/features/evidence/attachments/report-storage-outage.ts'
import { makeClaim } from '#src/features/evidence/claims/make-claim.ts'
import { writeFailure } from './failure.ts'
import type { CampaignKind } from './kind.ts'
import { lockCampaignRequirement } from './lock-requirement.ts'
import type { ParticipantRow } from './queries.ts'

/** The fields of every campaign. */
export interface Campaign {
  readonly id: string
  readonly requirementId: string
  readonly dueAt: string
  readonly startedBy: string
  readonly versionId: string
  readonly versionNumber: number
  readonly versionDigest: string
  readonly createdAt: string
}

type People = readonly ParticipantRow[]

/** How many people a campaign asks, how many of them have responded, and how many it no longer asks. */
export interface Counts {
  readonly responded: number
  readonly asked: number
  readonly removed: number
}

/** The fields that a campaign gets when it ends. */
interface EndFields {
  readonly status: 'ended'
  readonly endedAt: string
  readonly claimId: string
}

/** How the campaigns of one kind end. */
interface EndingDeclaration<One extends Campaign> {
  readonly kind: CampaignKind
  /** The job's name and description. */
  readonly name: string
  readonly description: string
  /** The action in the audit trail: `policy.campaign.end`. */
  readonly action: string
  readonly read: (record: string) => One
  /** Returns the id of the campaign's subject. */
  readonly subjectIdOf: (campaign: One) => string
  /** The attached table. The same people always yield the same bytes, because a response is final. */
  readonly filename: string
  readonly list: (call: Call, campaign: One, people: People) => AsyncIterable<Buffer>
  /** The title of the claim. */
  readonly titleOf: (campaign: One, counts: Counts) => string
  readonly snapshotOf: (campaign: One, counts: Counts) => Readonly<Record<string, unknown>>
  /** The people who may not decide the claim. */
  readonly involvedIn: (campaign: One, people: People) => readonly string[]
  /** Stores the end of the campaign and records it in the audit trail. */
  readonly close: (change: Change, id: string, fields: EndFields, counts: Counts) => Promise<void>
}

const batchSize = 50

/** The shortest and longest delay before the job retries a failed campaign, in milliseconds. */
const retryDelay = { least: minute, most: hour } as const

/** The maximum size of the attached table, in bytes. */
const maxListBytes = 1024 ** 3

const countPeople = (people: People): Counts => {
  const askedPeople = people.filter(({ is_asked }) => is_asked)
  const responded = askedPeople.filter(({ given: response }) => response !== null).length
  return { responded, asked: askedPeople.length, removed: people.length - askedPeople.length }
}

/** Reads the people of a campaign. Omits people who joined after the due date, because they could not respond. */
const readPeople = ({ read, now }: Pick<Call, 'read' | 'now'>, { queries }: CampaignKind, { id, dueAt }: Campaign) =>
  read(queries.findParticipants, { id, before: idFloor('prs', Math.min(now, Date.parse(dueAt))) })

const digestOf = (people: People): string => sha256Hex(JSON.stringify(people))

interface StoredList<One> {
  readonly campaign: One
  readonly people: People
  /** The stored list. */
  readonly blob: StagedBlob
  readonly onCommitted: () => void
}

// The claimKey contains the claim's own id, so no other claim can have the same key.
const makeCampaignClaim = async <One extends Campaign>(
  change: Change,
  ending: EndingDeclaration<One>,
  { campaign, people, blob, onCommitted }: StoredList<One>,
): Promise<string> => {
  const { ids, now } = change
  const { moduleKey, resourceType } = ending.kind.source
  const aboutId = ending.subjectIdOf(campaign)
  const requirement = await lockCampaignRequirement(change, ending.kind, {
    requirementId: campaign.requirementId,
    aboutId,
  })
  if (!(await lockStaged(change, blob)))
    throw new Refusal(
      'unavailable',
      sentence`campaign.list_too_slow: Storing the list took too long; the server will try again.`,
    )
  const counts = countPeople(people)
  const { id: campaignId, dueAt, versionId, versionNumber, versionDigest } = campaign
  const id = ids.next('gec', now)
  await makeClaim(change, {
    claim: {
      id,
      evidenceRequirementId: campaign.requirementId,
      claimKey: `${campaignId}/${id}`,
      title: ending.titleOf(campaign, counts).slice(0, 500),
      status: 'submitted',
      subjectModuleKey: moduleKey,
      subjectResourceType: resourceType,
      subjectResourceId: aboutId,
      subjectVersionId: versionId,
      sourceModuleKey: moduleKey,
      sourceResourceType: resourceType,
      sourceResourceId: campaignId,
      sourceVersionId: versionId,
      validFrom: iso(now),
      validUntil: iso(now + requirement.validity_days * day),
      observedFrom: campaign.createdAt,
      observedUntil: iso(now),
      createdAt: iso(now),
      updatedAt: iso(now),
    },
    ownerId: requirement.owner_id,
    unitId: requirement.unit_id,
    reviewersRequired: requirement.reviewers_required,
    involved: ending.involvedIn(campaign, people),
    claimSnapshot: { ...ending.snapshotOf(campaign, counts), dueAt, versionNumber, versionDigest },
  })
  const { byteSize, sha256: checksumSha256 } = blob
  const file = {
    originalFilename: ending.filename,
    contentType: 'text/csv; charset=utf-8',
    byteSize,
    checksumSha256,
  }
  attachFile(change, { blob, file, inlinePreviewAllowed: false }, { claimId: id, reason: null, onCommitted })
  return id
}

/**
 * Ends a campaign. Stores the list, then locks the campaign and reads its people again. If someone responded, joined or
 * left in between, this attempt fails and the next one makes a new list. Everything after storing the list is one
 * transaction: a killed node leaves the campaign running, and two nodes make only one claim.
 */
const endCampaign = async <One extends Campaign>(
  call: Call & Provided<'blobs'>,
  ending: EndingDeclaration<One>,
  id: string,
): Promise<void> => {
  const { db, organizationId, now } = call
  const { kind, action } = ending
  const [stored] = await call.read(kind.queries.findStored, { id })
  if (!stored) return
  const campaign = ending.read(stored.record)
  const people = await readPeople(call, kind, campaign)
  const bytes = ending.list(call, campaign, people)
  const blob = await stageBlob(call, bytes, { check: () => {}, isRetained: stored.is_retained, maxBytes: maxListBytes })
  let isCommitted = false
  const onCommitted = () => {
    isCommitted = true
  }
  try {
    await db.transaction(organizationId, async tx => {
      const [locked] = await tx.query(kind.queries.lockToEnd, { id, now: iso(now) })
      if (!locked) return
      const ctx = change(call, tx, action, null)
      const isSame = locked.record === stored.record
      if (!isSame || digestOf(await readPeople(ctx, kind, campaign)) !== digestOf(people))
        throw new Refusal(
          'unavailable',
          sentence`campaign.changed_meanwhile: The people or the due date changed while the ${{ campaign: kind.word }} was ending; the server will try again.`,
        )
      const claimId = await makeCampaignClaim(ctx, ending, { campaign, people, blob, onCommitted })
      await ending.close(ctx, id, { status: 'ended', endedAt: iso(now), claimId }, countPeople(people))
    })
  } finally {
    if (!isCommitted) await discardBlob(call, blob.key)
  }
}

/** Returns the refusal to show for a failure if people can act on it. Other errors appear only in the log. */
const toRefusal = (error: unknown): Refusal | undefined =>
  error instanceof Refusal ? error : (withoutRoom(error) ?? unavailable(error))

const recordFailure = async (
  call: Call,
  { queries, table }: CampaignKind,
  id: string,
  error: unknown,
): Promise<void> => {
  const { db, organizationId, now, log } = call
  await reportStorageOutage(call, error)
  const refusal = toRefusal(error)
  if (!refusal) log.error({ event: `${table}_not_ended`, organization: organizationId, record: id, error })
  const reason = refusal?.sentence ?? sentence`campaign.server_failed: The server failed; its log has the reason.`
  const failure = writeFailure(reason)
  await db.transaction(organizationId, tx =>
    tx.write(queries.recordFailure, { id, failure, now: iso(now), ...retryDelay }),
  )
}

/** Creates the job that ends a kind's campaigns within a minute after the due date or the last response. */
export const endingJob = <One extends Campaign>(ending: EndingDeclaration<One>): Job<Services> => {
  const { name, description, kind } = ending
  // Ends each campaign separately: one that cannot end is retried later and does not delay the others.
  const endBatch = async (
    services: Services & Provided<'blobs'>,
    organizationId: string,
    runId: string,
  ): Promise<number> => {
    const call = beginCall(services, system(name, organizationId), runId)
    const campaigns = await call.read(kind.queries.findToEnd, { now: iso(call.now), limit: batchSize })
    for (const { id } of campaigns)
      await endCampaign(call, ending, id).catch(error => recordFailure(call, kind, id, error))
    return campaigns.length
  }
  const findOrganizations = ({ db, clock }: Services) =>
    db.readInstall(kind.queries.organizationsToEnd, { now: iso(clock.now()) })
  return job<Services & Provided<'blobs'>>({
    name,
    description,
    schedule: '25 */5 * * * *',
    check: { every: minute, find: findOrganizations },
    expected: 5 * minute,
    ofWorkspaces: true,
    async run(services, running) {
      const { id, signal, slice } = running
      const organizations = among(running, await findOrganizations(services))
      return runInBatches({ organizations, signal, slice, size: batchSize }, organizationId =>
        endBatch(services, organizationId, id),
      )
    },
  })
}
