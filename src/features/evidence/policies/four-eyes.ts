import { currentRow } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { addPolicyContributors } from './policy-queries.ts'
import { policyVersions } from './policy-version.ts'

/** The refusal for contributors who try to publish a version. */
export const policyFourEyes = sentence`policy.own_version: Another person must publish this version: people who announced or uploaded its file cannot (four eyes).`

/** Records the caller as a permanent contributor to a version. Returns the content that the audit trail binds. */
export const recordPolicyContributor = async ({ tx, actor }: Change, id: string) => {
  tx.write(addPolicyContributors, { id, people: principalsOf(actor) })
  return currentRow(tx, policyVersions.bound, id)
}
