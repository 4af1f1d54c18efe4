import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { sentence } from '#lib/sentence.ts'
import { Verification } from './verification.ts'
import { requestVerification } from './verifications.ts'
import { findRunningVerifications } from './verify-queries.ts'

/** The limit on waiting and running verifications of a workspace. */
const maxUnfinished = 3

export const requestLedgerVerification = changeEndpoint({
  name: 'requestLedgerVerification',
  summary: 'Start a comparison of every audit trail row with the ledger; it begins within a minute',
  tag: 'Audit',
  workspace: { path: '/audit/verify', roles: ['admin', 'auditor'] },
  method: 'POST',
  status: 202,
  action: 'audit.verify',
  response: Verification,
  errors: ['unprocessable'],
  async run(change) {
    const { tx, ids, now, actor } = change
    if ((await tx.query(findRunningVerifications, {})).length >= maxUnfinished)
      throw new Refusal(
        'unprocessable',
        sentence`ledger.verification_limit: ${{ most: maxUnfinished }} verifications are in progress, which is the limit; wait for one to end.`,
      )
    const id = ids.next('lvr', now)
    const record = await requestVerification(tx, { id, scope: 'everything', requestedBy: actor.id, now })
    change.audit(id, { after: record })
    return new Rendered(record)
  },
})
