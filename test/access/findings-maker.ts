/** Creates findings in a given state. */
export interface FindingsMaker {
  /** Creates an open finding, and applies these status changes to it; returns its id. */
  finding(...moves: readonly string[]): Promise<string>
  /** Creates a finding with a claim linked as its proof. */
  proof(): Promise<{ readonly findingId: string; readonly claimId: string }>
  /** Creates a finding that the contributor remediated, and an accepted claim that is not linked to it. */
  resolvable(): Promise<{ readonly findingId: string; readonly claimId: string }>
}

interface Dependencies {
  /** Sends a request as a person, by default the administrator. */
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  readonly post: (path: string, body?: Readonly<Record<string, unknown>>, person?: string) => Promise<any>
  readonly newClaim: () => Promise<{ readonly id: string; readonly reviewedDigest: string }>
  readonly word: () => string
}

export const findingsMaker = ({ post, newClaim, word }: Dependencies): FindingsMaker => {
  const maker: FindingsMaker = {
    async finding(...moves) {
      const text = word()
      const subject = { subjectModuleKey: text, subjectResourceType: text, subjectResourceId: text }
      const source = { sourceModuleKey: text, sourceFingerprint: text }
      const { id } = await post('findings', { title: text, severity: 'high', ...subject, ...source })
      for (const move of moves) await post(`findings/${id}/${move}`)
      return id
    },
    async proof() {
      const findingId = await maker.finding()
      const { id: claimId } = await newClaim()
      await post(`findings/${findingId}/claims`, { claimId })
      return { findingId, claimId }
    },
    async resolvable() {
      const findingId = await maker.finding()
      await post(`findings/${findingId}/remediate`, {}, 'contributor')
      const { id: claimId, reviewedDigest } = await newClaim()
      await post(`claims/${claimId}/approve`, { reviewedDigest })
      return { findingId, claimId }
    },
  }
  return maker
}
