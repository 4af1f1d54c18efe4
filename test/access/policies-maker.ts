import { day, iso } from '#lib/clock.ts'
import { formOf, intentOf, textFile } from '#test/proof.ts'

/** The statuses into which a test can bring a version. */
type PreparedStatus = 'awaiting_file' | 'draft' | 'published'

interface Version {
  readonly policyId: string
  readonly versionId: string
  /** The announced file, as form data for its upload. */
  readonly file: FormData
}

/**
 * Creates policies in the states that an administrator's requests need. The contributor uploads the versions that are
 * published.
 */
export interface PoliciesMaker {
  policy(): Promise<string>
  policyVersion(status: PreparedStatus): Promise<Version>
  /** Starts a campaign that asks everyone to acknowledge a policy. */
  policyCampaign(): Promise<{ readonly campaignId: string; readonly versionId: string }>
  /** Returns the receipt that the administrator gets when they open a version's file. */
  policyReceipt(versionId: string): Promise<string>
}

interface Dependencies {
  readonly ask: (
    method: string,
    path: string,
    caller: { readonly cookie: string },
    body?: Readonly<Record<string, unknown>> | FormData,
    // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  ) => Promise<any>
  readonly session: (person: string) => Promise<string>
  readonly word: () => string
  readonly now: () => number
}

export const policiesMaker = ({ word, now, ...dependencies }: Dependencies): PoliciesMaker => {
  const ask = async (who: string, method: string, path: string, body?: Readonly<Record<string, unknown>> | FormData) =>
    dependencies.ask(method, `/api/workspace${path}`, { cookie: await dependencies.session(who) }, body)
  const maker: PoliciesMaker = {
    async policy() {
      return (await ask('admin', 'POST', '/policies', { policyKey: word(), title: word() })).id
    },
    async policyVersion(status) {
      const policyId = await maker.policy()
      const text = textFile(word(), `${word()}.txt`)
      const { claimId: _, ...intent } = intentOf('', text)
      const { version } = await ask('contributor', 'POST', `/policies/${policyId}/versions`, intent)
      const preparedVersion = { policyId, versionId: version.id, file: formOf(text) }
      if (status !== 'awaiting_file')
        await ask('contributor', 'POST', `/policy-versions/${version.id}/file`, formOf(text))
      if (status === 'published') await ask('admin', 'POST', `/policies/${policyId}/versions/${version.id}/publish`)
      return preparedVersion
    },
    async policyCampaign() {
      const { policyId, versionId } = await maker.policyVersion('published')
      const body = { requirementKey: word(), title: word(), status: 'active' }
      const { id: requirementId } = await ask('admin', 'POST', '/evidence-requirements', body)
      const campaign = { policyId, versionId, requirementId, dueAt: iso(now() + day) }
      return { campaignId: (await ask('admin', 'POST', '/policy-campaigns', campaign)).id, versionId }
    },
    policyReceipt: async versionId => (await ask('admin', 'GET', `/policy-versions/${versionId}/file`)).content.receipt,
  }
  return maker
}
