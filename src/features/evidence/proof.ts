import canonicalize from 'canonicalize'
import type { Bound, StoredRow } from '#api/bound.ts'
import {
  type Exportable,
  type ProofPage,
  type ProofRecord,
  type ProofScope,
  proofOf,
  type Snapshot,
  walkIds,
} from '#api/exportable.ts'
import { idFloor } from '#lib/ids.ts'
import { boundArtifacts, boundLinks } from './attachment.ts'
import { claims } from './claim.ts'
import {
  type ClaimProofRow,
  claimsDecided,
  claimsMade,
  claimsOfAll,
  claimsOfPackages,
  claimsOfRequirement,
  countUnfinished,
  decisionsOfClaims,
  filesOfClaims,
  requirementsByIds,
  requirementsOfAll,
} from './proof-queries.ts'
import { findRequirement } from './queries.ts'
import { requirements } from './requirement.ts'
import { boundDecisions } from './review-claim.ts'

/** A claim has two snapshots of up to 64 KiB. */
const pageOfClaims = 100
const pageOfRequirements = 200

type Claims = AsyncIterable<readonly ClaimProofRow[]>

async function* inPeriod({ query }: Snapshot, { from, to }: ProofScope & { kind: 'period' }): Claims {
  const [begins, ends] = [Date.parse(from), Date.parse(to)]
  const limit = pageOfClaims
  const until = idFloor('gec', ends)
  yield* walkIds(after => query(claimsMade, { after, limit, until }), limit, idFloor('gec', begins))
  const decided = { until: idFloor('rvd', ends), madeBefore: idFloor('gec', begins), limit }
  yield* walkIds(after => query(claimsDecided, { after, ...decided }), limit, idFloor('rvd', begins))
}

/** Of a requirement of either kind: for each, the other has none. */
async function* ofRequirement({ query }: Snapshot, requirementId: string): Claims {
  const limit = pageOfClaims
  yield* walkIds(after => query(claimsOfRequirement, { after, limit, requirementId }), limit)
  yield* walkIds(after => query(claimsOfPackages, { after, limit, requirementId, packageId: '' }), limit)
}

const claimsIn = (snapshot: Snapshot, scope: ProofScope): Claims => {
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

/** The record of an attachment, what its artifact binds, and the file itself: audit rows call all of them by the artifact. */
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

async function* filesOf({ query }: Snapshot, claimIds: readonly string[]): AsyncGenerator<ProofPage, void, void> {
  const found = await query(filesOfClaims, { claimIds })
  const [unfinished] = await query(countUnfinished, { claimIds })
  const count = unfinished?.uploads ?? 0
  yield {
    family: 'attachments',
    records: found.map(fileOf),
    leftOut: [{ kind: 'attachments', reason: 'never uploaded', count }],
  }
}

async function* requirementsIn({ query }: Snapshot, scope: ProofScope, ids: ReadonlySet<string>) {
  const limit = pageOfRequirements
  if (scope.kind === 'everything') return yield* walkIds(after => query(requirementsOfAll, { after, limit }), limit)
  const sorted = [...ids].sort()
  for (let at = 0; at < sorted.length; at += limit)
    yield query(requirementsByIds, { ids: sorted.slice(at, at + limit) })
}

/** Claims with their files and decisions, and their requirements. */
export const evidenceProof: Exportable = {
  async has(read, scope) {
    if (scope.kind !== 'requirement') return scope.kind !== 'package'
    return (await read(findRequirement, { id: scope.requirementId })).length > 0
  },

  async *pages(snapshot, scope): AsyncGenerator<ProofPage, void, void> {
    const asked = new Set(scope.kind === 'requirement' ? [scope.requirementId] : [])
    for await (const page of claimsIn(snapshot, scope)) {
      const claimIds = page.map(({ id }) => id)
      for (const { requirement_id: id } of page) if (id) asked.add(id)
      yield { family: 'claims', records: all(claims.bound, page) }
      yield* filesOf(snapshot, claimIds)
      const decisions = await snapshot.query(decisionsOfClaims, { claimIds })
      yield { family: 'decisions', records: all(boundDecisions, decisions) }
    }
    for await (const page of requirementsIn(snapshot, scope, asked))
      yield { family: 'evidence-requirements', records: all(requirements.bound, page) }
  },
}
