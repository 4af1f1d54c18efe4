interface FrozenFile {
  readonly artifactId: string
  readonly originalFilename: string
  readonly contentType: string
  readonly byteSize: number
  readonly checksumSha256: string
}

/** The columns of a claim `c` with its files, as `frozenClaim` expects them. */
export const claimToFreeze = `c.id, c.record, c.source_snapshot, c.claim_snapshot,
  array(select l.record from attachment_link l where l.organization_id = :organization and l.claim_id = c.id order by l.id)
    as attachments`

/** A reviewer's decision on a claim. The name is frozen too, because guests cannot read the directory. */
export interface FrozenDecision {
  readonly outcome: 'accepted' | 'rejected'
  readonly reason: string
  readonly decidedByName: string
  readonly decidedAt: string
}

/** A row with the columns of `claimToFreeze`, and optionally the decision to freeze. */
export interface ClaimToFreeze {
  id: string
  record: string
  source_snapshot: string
  claim_snapshot: string
  attachments: string[]
  decision?: FrozenDecision | null
}

const fileOf = (record: string): FrozenFile => {
  const { artifactId, originalFilename, contentType, byteSize, checksumSha256 } = JSON.parse(record)
  return { artifactId, originalFilename, contentType, byteSize, checksumSha256 }
}

const referenceOf = (claim: Readonly<Record<string, string>>, end: 'subject' | 'source'): string =>
  [claim[`${end}ModuleKey`], claim[`${end}ResourceType`], claim[`${end}ResourceId`]].join(' / ')

/**
 * Renders a claim as rooms show it. Governance freezes the result; evidence compares digests to detect later changes of
 * the claim.
 */
export const frozenClaim = (row: ClaimToFreeze) => {
  const { id, record, source_snapshot, claim_snapshot, attachments, decision } = row
  const claim = JSON.parse(record)
  const { claimKey = '', title = '', status = '', validFrom = '', validUntil = '' } = claim
  const { observedFrom = null, observedUntil = null } = claim
  return {
    ...{ id, kind: 'claim' as const, key: String(claimKey), title: String(title), text: '', related: [] },
    claim: {
      ...{ status, subject: referenceOf(claim, 'subject'), source: referenceOf(claim, 'source') },
      ...{ validFrom, validUntil, observedFrom, observedUntil },
      sourceSnapshot: JSON.parse(source_snapshot),
      claimSnapshot: JSON.parse(claim_snapshot),
      attachments: attachments.map(fileOf),
      ...(decision && { decision }),
    },
  }
}
