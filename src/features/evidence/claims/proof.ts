import canonicalize from 'canonicalize'
import type { Bound, StoredRow } from '#family/bound.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { idFloor } from '#lib/ids.ts'
import { type Moment, momentAt, pageAsOf } from '#shared/as-of.ts'
import {
  type DatabaseSnapshot,
  type Exportable,
  endless,
  type ProofPage,
  type ProofRecord,
  type ProofScope,
  proofOf,
  walkIds,
} from '#shared/exportable.ts'
import { frozenClaim } from '#shared/frozen-claim.ts'
import { boundArtifacts, boundLinks } from '#src/features/evidence/attachments/attachment.ts'
import { requirements } from '#src/features/evidence/requirements/requirement.ts'
import { boundReviewApprovals } from './approval.ts'
import { claims } from './claim.ts'
import { rebuildClaim } from './claim-as-of.ts'
import {
  allEvidenceRequirements,
  approvalsOfClaims,
  type ClaimProofRow,
  claimsAsOf,
  claimsCreated,
  claimsDecided,
  claimsOfAll,
  claimsOfPackages,
  claimsOfRoom,
  countUnfinished,
  decisionsOfClaims,
  evidenceRequirementsByIds,
  filesOfClaims,
  questionsOfClaims,
  selectProvingClaims,
} from './proof-queries.ts'
import { findRequirement } from './queries.ts'
import { boundClaimQuestions } from './question.ts'
import { boundReviewDecisions } from './review-claim.ts'

/** Claims per page. Each has two snapshots of up to 64 KiB. */
const claimsPerPage = 100
const requirementsPerPage = 200

type Claims = AsyncIterable<readonly ClaimProofRow[]>
/** A scope whose records are exported as they are now. */
type CurrentScope = Exclude<ProofScope, { kind: 'asOf' | 'room' }>

async function* walkClaimsInPeriod({ query }: DatabaseSnapshot, { from, to }: ProofScope & { kind: 'period' }): Claims {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const limit = claimsPerPage
  const until = idFloor('gec', end)
  yield* walkIds(after => query(claimsCreated, { after, limit, until }), limit, idFloor('gec', start))
  const decidedParams = { until: idFloor('rvd', end), madeBefore: idFloor('gec', start), limit }
  yield* walkIds(after => query(claimsDecided, { after, ...decidedParams }), limit, idFloor('rvd', start))
}

/** The claims of an evidence or submission requirement. The query for the other kind finds none. */
async function* walkClaimsOfRequirement({ query }: DatabaseSnapshot, requirementId: string): Claims {
  const limit = claimsPerPage
  yield* walkIds(after => query(selectProvingClaims, { after, limit, requirementId }), limit)
  yield* walkIds(after => query(claimsOfPackages, { after, limit, requirementId, packageId: '' }), limit)
}

const walkClaims = (snapshot: DatabaseSnapshot, scope: CurrentScope): Claims => {
  const { query } = snapshot
  const limit = claimsPerPage
  if (scope.kind === 'period') return walkClaimsInPeriod(snapshot, scope)
  if (scope.kind === 'requirement') return walkClaimsOfRequirement(snapshot, scope.requirementId)
  if (scope.kind === 'everything') return walkIds(after => query(claimsOfAll, { after, limit }), limit)
  const { packageId } = scope
  return walkIds(after => query(claimsOfPackages, { after, limit, packageId, requirementId: '' }), limit)
}

const proofsOf = (bound: Bound, rows: readonly { readonly row: StoredRow }[]): ProofRecord[] =>
  rows.map(({ row }) => proofOf(bound, row))

/** The attachment's record, its artifact's bound content, and the file. Audit rows name all three by artifact id. */
const proveFile = ({ row, artifact }: { readonly row: StoredRow; readonly artifact: StoredRow }): ProofRecord => {
  const { originalFilename } = JSON.parse(String(row.record))
  return {
    ...proofOf(boundLinks, row),
    content: canonicalize(boundArtifacts.contentOf(artifact)) ?? '',
    file: {
      artifactId: String(artifact.id),
      name: originalFilename,
      byteSize: Number(artifact.byte_size),
      sha256: String(artifact.checksum_sha256),
    },
  }
}

type Pages = AsyncGenerator<ProofPage, void, void>

/** The files and decisions of claims with ids before `until`. */
async function* pagesOfClaimParts({ query }: DatabaseSnapshot, claimIds: readonly string[], until: string): Pages {
  const files = await query(filesOfClaims, { claimIds, until })
  const [unfinished] = await query(countUnfinished, { claimIds, until })
  const count = unfinished?.uploads ?? 0
  yield {
    family: 'attachments',
    records: files.map(proveFile),
    leftOut: [{ kind: 'attachments', reason: 'never uploaded', count }],
  }
  const decisions = await query(decisionsOfClaims, { claimIds, until })
  yield { family: 'decisions', records: proofsOf(boundReviewDecisions, decisions) }
}

/** The questions about claims, and their approvals other than the last. Most claims have neither. */
async function* pagesOfRounds({ query }: DatabaseSnapshot, claimIds: readonly string[]): Pages {
  const approvals = await query(approvalsOfClaims, { claimIds })
  if (approvals.length > 0) yield { family: 'claim-approvals', records: proofsOf(boundReviewApprovals, approvals) }
  const questions = await query(questionsOfClaims, { claimIds })
  if (questions.length > 0) yield { family: 'claim-questions', records: proofsOf(boundClaimQuestions, questions) }
}

const walkAllRequirements = ({ query }: DatabaseSnapshot, until: string) => {
  const limit = requirementsPerPage
  return walkIds(after => query(allEvidenceRequirements, { after, limit, until }), limit)
}

async function* walkRequirements(snapshot: DatabaseSnapshot, scope: CurrentScope, ids: ReadonlySet<string>) {
  if (scope.kind === 'everything') return yield* walkAllRequirements(snapshot, endless)
  const sorted = [...ids].sort()
  for (let start = 0; start < sorted.length; start += requirementsPerPage)
    yield snapshot.query(evidenceRequirementsByIds, { ids: sorted.slice(start, start + requirementsPerPage) })
}

/** Yields the records as of a past time. Requirements have their current state, and are unproved if changed since. */
async function* pagesAsOf(snapshot: DatabaseSnapshot, moment: Moment): Pages {
  const { at, after: until } = moment
  const limit = claimsPerPage
  const pages = walkIds(position => snapshot.query(claimsAsOf, { position, limit, ...moment }), limit)
  for await (const page of pages) {
    const pastClaims = page.map(row => ({ ...rebuildClaim(row, at), row: row.row }))
    yield pageAsOf('claims', claims.bound, pastClaims)
    const claimIds = page.map(({ id }) => id)
    yield* pagesOfClaimParts(snapshot, claimIds, until)
  }
  for await (const page of walkAllRequirements(snapshot, until))
    yield { family: 'evidence-requirements', records: proofsOf(requirements.bound, page) }
}

/**
 * Exports only what a room shows: the claims that are unchanged since they were frozen, and their files. Counts the
 * claims that changed since. Omits decisions, requirements and files that never arrived, because the room does not show
 * them.
 */
async function* pagesOfRoom({ query }: DatabaseSnapshot, roomId: string): Pages {
  const limit = claimsPerPage
  for await (const page of walkIds(after => query(claimsOfRoom, { after, limit, roomId }), limit)) {
    const unchanged = page.filter(row => canonicalDigest(frozenClaim(row)) === row.digest)
    const count = page.length - unchanged.length
    yield {
      family: 'claims',
      records: proofsOf(claims.bound, unchanged),
      leftOut: [{ kind: 'records', reason: 'changed since', count }],
    }
    const files = await query(filesOfClaims, { claimIds: unchanged.map(({ id }) => id), until: endless })
    yield { family: 'attachments', records: files.map(proveFile) }
  }
}

/** Exports claims with their files and decisions, and the requirements they prove. */
export const evidenceProof: Exportable = {
  async has(read, scope) {
    if (scope.kind !== 'requirement') return scope.kind !== 'package'
    return (await read(findRequirement, { id: scope.requirementId })).length > 0
  },

  async *pages(snapshot, scope): Pages {
    if (scope.kind === 'asOf') return yield* pagesAsOf(snapshot, momentAt(Date.parse(scope.at)))
    if (scope.kind === 'room') return yield* pagesOfRoom(snapshot, scope.roomId)
    const requirementIds = new Set(scope.kind === 'requirement' ? [scope.requirementId] : [])
    for await (const page of walkClaims(snapshot, scope)) {
      const claimIds = page.map(({ id }) => id)
      for (const { requirement_id: id } of page) if (id) requirementIds.add(id)
      yield { family: 'claims', records: proofsOf(claims.bound, page) }
      yield* pagesOfClaimParts(snapshot, claimIds, endless)
      yield* pagesOfRounds(snapshot, claimIds)
    }
    for await (const page of walkRequirements(snapshot, scope, requirementIds))
      yield { family: 'evidence-requirements', records: proofsOf(requirements.bound, page) }
  },
}
