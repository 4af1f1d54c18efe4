import { type Static, Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, invalid, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Nullable, Snapshot, Timestamp } from '#http/schema.ts'
import { notTimestamp, tooFarAhead } from '#http/sentences.ts'
import { etagOf, versionField, withVersion } from '#http/version.ts'
import { day, iso, minute, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { defaultValidityDays } from '#src/features/evidence/requirements/requirement.ts'
import { Claim } from './claim.ts'
import { makeClaim } from './make-claim.ts'
import { lockEvidenceRequirement } from './queries.ts'
import { requireOwnSource } from './require-own-source.ts'

const fields = Claim.properties

const ClaimInput = Type.Object({
  evidenceRequirementId: Type.Optional(fields.evidenceRequirementId),
  claimKey: fields.claimKey,
  title: fields.title,
  subjectModuleKey: fields.subjectModuleKey,
  subjectResourceType: fields.subjectResourceType,
  subjectResourceId: fields.subjectResourceId,
  subjectVersionId: Type.Optional(fields.subjectVersionId),
  sourceModuleKey: fields.sourceModuleKey,
  sourceResourceType: fields.sourceResourceType,
  sourceResourceId: fields.sourceResourceId,
  sourceVersionId: Type.Optional(fields.sourceVersionId),
  sourceSnapshot: Type.Optional(Snapshot('Details that identify external proof; required if the source is external.')),
  claimSnapshot: Type.Optional(Snapshot('Summary of the claim content.')),
  validFrom: Type.Optional(Nullable(Timestamp)),
  validUntil: Type.Optional(Nullable(Timestamp)),
  observedFrom: Type.Optional(Nullable({ ...Timestamp, description: 'Start of the period that the proof covers.' })),
  observedUntil: Type.Optional(Nullable({ ...Timestamp, description: 'End of the period that the proof covers.' })),
})

type ClaimInput = Static<typeof ClaimInput>

const lockRequirement = async (change: Change, id: string | null | undefined) => {
  // As `own_unit()` of the database.
  const unit_id = change.actor.units?.[0] ?? null
  if (!id) return { validity_days: defaultValidityDays, reviewers_required: 1, owner_id: null, unit_id }
  const requirement = firstOrNotFound(await change.read(lockEvidenceRequirement, { id }), 'evidence requirement')
  if (requirement.status === 'active') return requirement
  throw new Refusal(
    'unprocessable',
    sentence`claim.requirement_not_active: The evidence requirement is ${{ status: requirement.status }}; claims need an active one.`,
  )
}

const readValidity = (body: ClaimInput, now: number, validityDays: number) => {
  const from = body.validFrom ? parseTimestamp(body.validFrom) : now
  const until = body.validUntil ? parseTimestamp(body.validUntil) : (from ?? now) + validityDays * day
  if (from === undefined || until === undefined || until <= from)
    throw invalid(['validUntil'], sentence`field.not_after_valid_from: must be later than validFrom`)
  return { validFrom: iso(from), validUntil: iso(until) }
}

/** How far a source's clock may run ahead of the server's. */
const clockTolerance = 5 * minute

/** Reads the period that the proof covers, if the body names one (open points "Claims: what they cover"). */
const readObserved = (body: ClaimInput, now: number) => {
  const observed: { observedFrom?: string; observedUntil?: string } = {}
  for (const name of ['observedFrom', 'observedUntil'] as const) {
    const text = body[name] ?? undefined
    if (text === undefined) continue
    const timestamp = parseTimestamp(text)
    if (timestamp === undefined) throw invalid([name], notTimestamp)
    if (timestamp > now + clockTolerance) throw invalid([name], tooFarAhead)
    observed[name] = iso(timestamp)
  }
  const { observedFrom, observedUntil } = observed
  if (observedFrom !== undefined && observedUntil !== undefined && observedUntil <= observedFrom)
    throw invalid(['observedUntil'], sentence`field.not_after_observed_from: must be later than observedFrom`)
  return observed
}

const CreatedClaim = Type.Object(
  { ...fields, etag: Type.Optional(versionField.etag) },
  { title: 'CreatedEvidenceClaim' },
)

/** Creates a claim (interface section 4.2). The defaults and refusals follow open points "Evidence". */
export const createClaim = changeEndpoint({
  name: 'createClaim',
  summary: 'Create an evidence claim and route it for review',
  tag: 'Evidence',
  method: 'POST',
  v1: { path: '/governance/evidence/claims', scope: 'governance.evidence:write' },
  workspace: { path: '/claims', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'evidence.claim.create',
  body: ClaimInput,
  response: CreatedClaim,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    evidence_claim_key: sentence`claim.key_taken: A claim with this claimKey already exists in the workspace; choose another one.`,
  },
  async run(change, { body }) {
    const { actor, now, ids } = change
    if (body.sourceModuleKey === 'external' && !body.sourceSnapshot)
      throw invalid(
        ['sourceSnapshot'],
        sentence`field.source_snapshot_required: is required when the source is external`,
      )
    await requireOwnSource(change, body)
    const requirement = await lockRequirement(change, body.evidenceRequirementId)
    const { observedFrom: _, observedUntil: __, ...values } = body
    const claim: Claim = {
      ...values,
      id: ids.next('gec', now),
      evidenceRequirementId: body.evidenceRequirementId ?? null,
      subjectVersionId: body.subjectVersionId ?? null,
      sourceVersionId: body.sourceVersionId ?? null,
      status: 'submitted',
      ...readValidity(body, now, requirement.validity_days),
      ...readObserved(body, now),
      createdAt: iso(now),
      updatedAt: iso(now),
    }
    const record = await makeClaim(change, {
      claim,
      ownerId: requirement.owner_id,
      unitId: requirement.unit_id,
      reviewersRequired: requirement.reviewers_required,
      involved: principalsOf(actor),
      sourceSnapshot: body.sourceSnapshot,
      claimSnapshot: body.claimSnapshot,
    })
    // Only programs get a version here. The version in the workspace interface also depends on the reviewer, so this
    // one would not match it.
    return new Rendered(actor.kind === 'person' ? record : withVersion(record, etagOf(record)))
  },
})
