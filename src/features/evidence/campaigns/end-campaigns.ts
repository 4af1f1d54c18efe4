import { system } from '#api/access.ts'
import { beginCall, type Call, type Change, change, type Services } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { discardBlob, lockStaged, stageBlob } from '#api/stage-blob.ts'
import { withoutRoom } from '#api/storage-room.ts'
import { unavailable } from '#api/unavailable.ts'
import { inBatches } from '#jobs/batches.ts'
import { among, type Job, job } from '#jobs/job.ts'
import type { StagedBlob } from '#lib/blob-store.ts'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { idFloor } from '#lib/ids.ts'
import { attachFile } from '#src/features/evidence/attach-file.ts'
import { makeClaim } from '#src/features/evidence/make-claim.ts'
import { reportStorageAway } from '#src/features/evidence/report-storage-away.ts'
import { holdRequirement } from './hold-requirement.ts'
import type { CampaignKind } from './kind.ts'
import type { StandingRow } from './queries.ts'

/** What every campaign says of itself. */
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

type People = readonly StandingRow[]

/** Of those whom it asks, how many gave it; `left` are not asked any more. */
export interface Counts {
  readonly given: number
  readonly asked: number
  readonly left: number
}

/** What becomes of a campaign that has ended. */
interface Ended {
  readonly status: 'ended'
  readonly endedAt: string
  readonly claimId: string
}

/** How campaigns of a kind end. */
interface Ending<One extends Campaign> {
  readonly kind: CampaignKind
  /** The name of the job, and what it does. */
  readonly name: string
  readonly description: string
  /** As the trail calls it: `policy.campaign.end`. */
  readonly action: string
  readonly read: (record: string) => One
  readonly aboutOf: (campaign: One) => string
  /** The table that is attached: the same people give the same bytes. What they gave does not change any more. */
  readonly filename: string
  readonly list: (call: Call, campaign: One, people: People) => AsyncIterable<Buffer>
  /** What the claim says. */
  readonly titleOf: (campaign: One, counts: Counts) => string
  readonly snapshotOf: (campaign: One, counts: Counts) => Readonly<Record<string, unknown>>
  /** Who does not decide the claim. */
  readonly involvedIn: (campaign: One, people: People) => readonly string[]
  /** Writes that it has ended, and says so to the trail. */
  readonly close: (change: Change, id: string, ended: Ended, counts: Counts) => Promise<void>
}

const size = 50

/** How long a campaign that could not end waits, at first and at most, in milliseconds. */
const between = { least: minute, most: hour } as const

/** The largest table, in bytes. */
const largest = 1024 ** 3

const countsOf = (people: People): Counts => {
  const asked = people.filter(({ is_asked }) => is_asked)
  const given = asked.filter(({ given }) => given !== null).length
  return { given, asked: asked.length, left: people.length - asked.length }
}

/** Whoever came after it was due could not give anything. */
const readPeople = ({ read, now }: Pick<Call, 'read' | 'now'>, { queries }: CampaignKind, { id, dueAt }: Campaign) =>
  read(queries.findStandings, { id, before: idFloor('prs', Math.min(now, Date.parse(dueAt))) })

const digestOf = (people: People): string => sha256Hex(JSON.stringify(people))

interface Stored<One> {
  readonly campaign: One
  readonly people: People
  /** Of the list. */
  readonly blob: StagedBlob
  readonly kept: () => void
}

// Its key has the claim's own id in it: nobody can take it before.
const claimOf = async <One extends Campaign>(
  change: Change,
  ending: Ending<One>,
  { campaign, people, blob, kept }: Stored<One>,
): Promise<string> => {
  const { ids, now } = change
  const { moduleKey, resourceType } = ending.kind.source
  const aboutId = ending.aboutOf(campaign)
  const requirement = await holdRequirement(change, ending.kind, { requirementId: campaign.requirementId, aboutId })
  if (!(await lockStaged(change, blob))) throw new Refusal('unavailable', 'The list took too long to be stored.')
  const counts = countsOf(people)
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
  attachFile(change, { blob, file, inlinePreviewAllowed: false }, { claimId: id, reason: null, kept })
  return id
}

/**
 * The list is stored, then who is on it is read again under the lock of the campaign: who gave something, joined or left
 * meanwhile makes another one. Everything else is one transaction, so a node that is killed leaves the campaign running,
 * and two nodes make one claim.
 */
const end = async <One extends Campaign>(call: Call, ending: Ending<One>, id: string): Promise<void> => {
  const { db, organizationId, now } = call
  const { kind, action } = ending
  const [stored] = await call.read(kind.queries.findStored, { id })
  if (!stored) return
  const campaign = ending.read(stored.record)
  const people = await readPeople(call, kind, campaign)
  const bytes = ending.list(call, campaign, people)
  const blob = await stageBlob(call, bytes, { check: () => {}, isRetained: stored.is_retained, maxBytes: largest })
  let isKept = false
  const kept = () => {
    isKept = true
  }
  try {
    await db.transaction(organizationId, async tx => {
      const [locked] = await tx.query(kind.queries.lockToEnd, { id, now: iso(now) })
      if (!locked) return
      const ctx = change(call, tx, action, null)
      const isSame = locked.record === stored.record
      if (!isSame || digestOf(await readPeople(ctx, kind, campaign)) !== digestOf(people))
        throw new Refusal('unavailable', `Who is asked, or until when, changed while the ${kind.word} ended.`)
      const claimId = await claimOf(ctx, ending, { campaign, people, blob, kept })
      await ending.close(ctx, id, { status: 'ended', endedAt: iso(now), claimId }, countsOf(people))
    })
  } finally {
    if (!isKept) await discardBlob(call, blob.key)
  }
}

/** What is said of a failure: a refusal that people can do something about, or nothing of what the log says. */
const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof Refusal ? error : (withoutRoom(error) ?? unavailable(error))

const fail = async (call: Call, { queries, table }: CampaignKind, id: string, error: unknown): Promise<void> => {
  const { db, organizationId, now, log } = call
  await reportStorageAway(call, error)
  const refusal = refusalOf(error)
  if (!refusal) log.error({ event: `${table}_not_ended`, organization: organizationId, record: id, error })
  const failure = refusal?.message ?? 'The server failed; its log says why.'
  await db.transaction(organizationId, tx => tx.write(queries.noteFailure, { id, failure, now: iso(now), ...between }))
}

/** The job that ends campaigns of a kind: within a minute after they are due, or after all whom they ask gave it. */
export const endingJob = <One extends Campaign>(ending: Ending<One>): Job<Services> => {
  const { name, description, kind } = ending
  // Each by itself: one that cannot end is tried again later, and holds up no other.
  const endBatch = async (services: Services, organizationId: string, runId: string): Promise<number> => {
    const call = beginCall(services, system(name, organizationId), runId)
    const campaigns = await call.read(kind.queries.findToEnd, { now: iso(call.now), limit: size })
    for (const { id } of campaigns) await end(call, ending, id).catch(error => fail(call, kind, id, error))
    return campaigns.length
  }
  return job<Services>({
    name,
    description,
    schedule: '25 * * * * *',
    expected: 5 * minute,
    ofWorkspaces: true,
    async run(services, running) {
      const { id, signal, slice } = running
      const now = iso(services.clock.now())
      const organizations = among(running, await services.db.readInstall(kind.queries.organizationsToEnd, { now }))
      return inBatches({ organizations, signal, slice, size }, organizationId => endBatch(services, organizationId, id))
    },
  })
}
