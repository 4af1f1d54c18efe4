import canonicalize from 'canonicalize'
import type { Bound, StoredRow } from '#family/bound.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { idFloor } from '#lib/ids.ts'
import { type Moment, momentAt, pageOfStood } from '#shared/as-of.ts'
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
import { claims } from './claim.ts'
import { claimThen } from './claim-as-of.ts'
import {
  allEvidenceRequirements,
  type ClaimProofRow,
  claimsAsOf,
  claimsDecided,
  claimsMade,
  claimsOfAll,
  claimsOfPackages,
  claimsOfRoom,
  countUnfinished,
  decisionsOfClaims,
  evidenceRequirementsByIds,
  filesOfClaims,
  selectProvingClaims,
} from './proof-queries.ts'
import { findRequirement } from './queries.ts'
import { boundReviewDecisions } from './review-claim.ts'

/** A claim has two snapshots of up to 64 KiB. */
const pageOfClaims = 100
const pageOfRequirements = 200

type Claims = AsyncIterable<readonly ClaimProofRow[]>
/** A scope whose records are exported as they are now. */
type Present = Exclude<ProofScope, { kind: 'asOf' | 'room' }>

async function* inPeriod({ query }: DatabaseSnapshot, { from, to }: ProofScope & { kind: 'period' }): Claims {
  const [begins, ends] = [Date.parse(from), Date.parse(to)]
  const limit = pageOfClaims
  const until = idFloor('gec', ends)
  yield* walkIds(after => query(claimsMade, { after, limit, until }), limit, idFloor('gec', begins))
  const decided = { until: idFloor('rvd', ends), madeBefore: idFloor('gec', begins), limit }
  yield* walkIds(after => query(claimsDecided, { after, ...decided }), limit, idFloor('rvd', begins))
}

/** The claims of a requirement, evidence or submission: each query finds none for the other kind. */
async function* ofRequirement({ query }: DatabaseSnapshot, requirementId: string): Claims {
  const limit = pageOfClaims
  yield* walkIds(after => query(selectProvingClaims, { after, limit, requirementId }), limit)
  yield* walkIds(after => query(claimsOfPackages, { after, limit, requirementId, packageId: '' }), limit)
}

const claimsIn = (snapshot: DatabaseSnapshot, scope: Present): Claims => {
  const { query } = snapshot
  const limit = pageOfClaims
  if (scope.kind === 'period') return inPeriod(snapshot, scope)
  if (scope.kind === 'requirement') return ofRequirement(snapshot, scope.requirementId)
  if (scope.kind === 'everything') return walkIds(after => query(claimsOfAll, { after, limit }), limit)
  const { packageId } = scope
  return walkIds(after => query(claimsOfPackages, { after, limit, packageId, requirementId: '' }), limit)
}

const all = (of: Bound, found: readonly { readonly row: StoredRow }[]): ProofRecord[] =>
  found.map(({ row }) => proofOf(of, row))

/** An attachment's record, its artifact's bound content, and the file. Audit rows name all three by the artifact. */
const fileOf = ({ row, artifact }: { readonly row: StoredRow; readonly artifact: StoredRow }): ProofRecord => {
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

/** Files and decisions of claims, if they existed then. */
async function* partsOf({ query }: DatabaseSnapshot, claimIds: readonly string[], until: string): Pages {
  const found = await query(filesOfClaims, { claimIds, until })
  const [unfinished] = await query(countUnfinished, { claimIds, until })
  const count = unfinished?.uploads ?? 0
  yield {
    family: 'attachments',
    records: found.map(fileOf),
    leftOut: [{ kind: 'attachments', reason: 'never uploaded', count }],
  }
  const decisions = await query(decisionsOfClaims, { claimIds, until })
  yield { family: 'decisions', records: all(boundReviewDecisions, decisions) }
}

const allRequirements = ({ query }: DatabaseSnapshot, until: string) => {
  const limit = pageOfRequirements
  return walkIds(after => query(allEvidenceRequirements, { after, limit, until }), limit)
}

async function* requirementsIn(snapshot: DatabaseSnapshot, scope: Present, ids: ReadonlySet<string>) {
  if (scope.kind === 'everything') return yield* allRequirements(snapshot, endless)
  const sorted = [...ids].sort()
  for (let at = 0; at < sorted.length; at += pageOfRequirements)
    yield snapshot.query(evidenceRequirementsByIds, { ids: sorted.slice(at, at + pageOfRequirements) })
}

/** The records at a moment. Requirements are the present ones; those that changed since then are not proved. */
async function* pagesAsOf(snapshot: DatabaseSnapshot, moment: Moment): Pages {
  const { at, after: until } = moment
  const limit = pageOfClaims
  const pages = walkIds(position => snapshot.query(claimsAsOf, { position, limit, ...moment }), limit)
  for await (const page of pages) {
    const stood = page.map(row => ({ ...claimThen(row, at), row: row.row }))
    yield pageOfStood('claims', claims.bound, stood)
    const claimIds = page.map(({ id }) => id)
    yield* partsOf(snapshot, claimIds, until)
  }
  for await (const page of allRequirements(snapshot, until))
    yield { family: 'evidence-requirements', records: all(requirements.bound, page) }
}

/**
 * Only what a room shows: claims that are still the frozen ones, and their files. The number that changed since is
 * reported. Decisions, requirements and files that never arrived are not, because the room does not show them.
 */
async function* pagesOfRoom({ query }: DatabaseSnapshot, roomId: string): Pages {
  const limit = pageOfClaims
  for await (const page of walkIds(after => query(claimsOfRoom, { after, limit, roomId }), limit)) {
    const same = page.filter(row => canonicalDigest(frozenClaim(row)) === row.digest)
    const count = page.length - same.length
    yield {
      family: 'claims',
      records: all(claims.bound, same),
      leftOut: [{ kind: 'records', reason: 'changed since', count }],
    }
    const found = await query(filesOfClaims, { claimIds: same.map(({ id }) => id), until: endless })
    yield { family: 'attachments', records: found.map(fileOf) }
  }
}

/** Claims with their files and decisions, and their requirements. */
export const evidenceProof: Exportable = {
  async has(read, scope) {
    if (scope.kind !== 'requirement') return scope.kind !== 'package'
    return (await read(findRequirement, { id: scope.requirementId })).length > 0
  },

  async *pages(snapshot, scope): Pages {
    if (scope.kind === 'asOf') return yield* pagesAsOf(snapshot, momentAt(Date.parse(scope.at)))
    if (scope.kind === 'room') return yield* pagesOfRoom(snapshot, scope.roomId)
    const asked = new Set(scope.kind === 'requirement' ? [scope.requirementId] : [])
    for await (const page of claimsIn(snapshot, scope)) {
      const claimIds = page.map(({ id }) => id)
      for (const { requirement_id: id } of page) if (id) asked.add(id)
      yield { family: 'claims', records: all(claims.bound, page) }
      yield* partsOf(snapshot, claimIds, endless)
    }
    for await (const page of requirementsIn(snapshot, scope, asked))
      yield { family: 'evidence-requirements', records: all(requirements.bound, page) }
  },
}
