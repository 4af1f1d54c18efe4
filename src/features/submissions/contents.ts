import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import type { Change } from '#api/call.ts'
import { changing, reading } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { notFound } from '#api/family.ts'
import { handsOf } from '#api/four-eyes.ts'
import { Pagination, Reference, Timestamp } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { deleteContent, findClaim, insertContent, listContents, lockContent } from './content-queries.ts'
import { logDecision } from './decision.ts'
import { isCorrectable, isReturnable } from './policy.ts'
import { findPackage, lockPackage, nextMoment, noteContentChange, type PackageRow, policyOf } from './queries.ts'
import { PackageParams } from './workspace-packages.ts'

/** A claim that a package consists of, and whether it is still what was put in. */
const PackageContent = Type.Object(
  {
    claimId: Reference('gec'),
    claimKey: Type.String(),
    title: Type.String(),
    status: Type.String({ description: 'Of the claim, now.' }),
    claimDigest: Type.String({ description: 'SHA-256 of the claim as it was put in, hexadecimal.' }),
    isUnchanged: Type.Boolean({ description: 'Whether the claim is still the same.' }),
    addedAt: Timestamp,
    addedBy: Type.String(),
  },
  { title: 'SubmissionContent' },
)

type PackageContent = Static<typeof PackageContent>

interface Kept {
  readonly claimDigest: string
  readonly addedAt: string
  readonly addedBy: string
}

const show = (claimId: string, claim: string, record: string): PackageContent => {
  const { claimKey, title, status } = JSON.parse(claim)
  const kept: Kept = JSON.parse(record)
  return { claimId, claimKey, title, status, ...kept, isUnchanged: sha256Hex(claim) === kept.claimDigest }
}

const mostContents = 1000

const lockOpen = async ({ organizationId, tx }: Change, packageId: string): Promise<PackageRow> => {
  const [row] = await tx.query(lockPackage, [organizationId, packageId])
  if (!row) throw notFound('submission package')
  if (isCorrectable(policyOf(row), row.status)) return row
  const why = isReturnable(policyOf(row), row.status)
    ? 'return it to draft to change its contents, so that they are looked at again.'
    : 'its contents are what was sent.'
  throw new Refusal('unprocessable', `The package is ${row.status}; ${why}`)
}

/** Which evidence was sent when can be told from the timeline, whatever is changed for a resubmission. */
const logContent = (
  change: Change,
  row: PackageRow,
  decided: {
    readonly decision: 'content_added' | 'content_removed'
    readonly claimId: string
    readonly claimDigest: string
  },
): void => {
  const loggedAt = nextMoment(row, change.now)
  change.tx.write(noteContentChange, [change.organizationId, row.id, iso(loggedAt), handsOf(change.actor)])
  logDecision(change, row.id, { ...decided, statusBefore: row.status, statusAfter: row.status }, { loggedAt })
}

export const listPackageContents = reading({
  name: 'listSubmissionContents',
  summary: 'List the claims that a package consists of',
  tag: 'Submissions',
  workspace: { path: '/packages/{packageId}/contents', roles: [...roles] },
  params: PackageParams,
  response: Type.Object({ contents: Type.Array(PackageContent), pagination: Pagination }),
  errors: ['not_found'],
  async run(call, { params: { packageId } }) {
    const [known] = await call.read(findPackage, [call.organizationId, packageId])
    if (!known) throw notFound('submission package')
    const rows = await call.read(listContents, [call.organizationId, packageId, mostContents])
    return { contents: rows.map(row => show(row.claim_id, row.claim, row.record)), pagination: {} }
  },
})

export const addPackageContent = changing({
  name: 'addSubmissionContent',
  summary: 'Attach a claim to a package: evidence that is sent with it',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/packages/{packageId}/contents', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'submission.content.add',
  params: PackageParams,
  body: Type.Object({ claimId: Reference('gec') }),
  response: PackageContent,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: { submission_content_pkey: 'The package contains this claim.' },
  async run(change, { params: { packageId }, body: { claimId } }) {
    const { organizationId, tx, now, actor, audit } = change
    const row = await lockOpen(change, packageId)
    const [claim] = await tx.query(findClaim, [organizationId, claimId, packageId])
    if (!claim) throw notFound('evidence claim')
    if (claim.contents >= mostContents)
      throw new Refusal('unprocessable', `A package consists of at most ${mostContents} claims.`)
    const kept: Kept = { claimDigest: sha256Hex(claim.record), addedAt: iso(now), addedBy: actor.id }
    const record = JSON.stringify(kept)
    tx.write(insertContent, [organizationId, packageId, claimId, record])
    logContent(change, row, { decision: 'content_added', claimId, claimDigest: kept.claimDigest })
    audit(packageId, { after: record, detail: claimId })
    return show(claimId, claim.record, record)
  },
})

export const removePackageContent = changing({
  name: 'removeSubmissionContent',
  summary: 'Take a claim out of a package that has not been sent',
  tag: 'Submissions',
  method: 'DELETE',
  workspace: { path: '/packages/{packageId}/contents/{claimId}', roles: ['admin', 'contributor'] },
  status: 204,
  action: 'submission.content.remove',
  params: Type.Object({ ...PackageParams.properties, claimId: Reference('gec') }),
  response: Type.Null(),
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { packageId, claimId } }) {
    const { organizationId, tx, audit } = change
    const row = await lockOpen(change, packageId)
    const [content] = await tx.query(lockContent, [organizationId, packageId, claimId])
    if (!content) throw notFound('content')
    const { claimDigest }: Kept = JSON.parse(content.record)
    tx.write(deleteContent, [organizationId, packageId, claimId])
    logContent(change, row, { decision: 'content_removed', claimId, claimDigest })
    audit(packageId, { before: content.record, detail: claimId })
    return null
  },
})
