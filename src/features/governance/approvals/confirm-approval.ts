import type { Role } from '#api/access.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import { principalsOf, share, withCustodians } from '#api/four-eyes.ts'
import { rows, statement, text } from '#db/statement.ts'
import { deciding } from './decide-approval.ts'
import { subjects } from './subjects.ts'

/** The roles that confirm. */
export const approvers: readonly Role[] = ['admin', 'reviewer']

const findRequest = statement(
  'find_approval_request',
  { id: text },
  `select ${withCustodians('a.hands')} as hands, o.self_decision
     from approval_request a join organization o on o.id = a.organization_id
    where a.organization_id = :organization and a.id = :id`,
  rows<{ hands: string[]; self_decision: boolean }>,
)

export const confirmApproval = deciding({
  name: 'confirmApproval',
  verb: 'confirm',
  summary: 'Confirm a change as somebody who had no hand in its request (four eyes), which makes it',
  roles: approvers,
  status: 'confirmed',
  async effect(change, request) {
    const { hands, self_decision: mayDecideOwn } = oneOr404(
      await change.tx.query(findRequest, { id: request.id }),
      'approval request',
    )
    const isOwn = share(principalsOf(change.actor), hands)
    if (isOwn && !mayDecideOwn)
      throw new Refusal(
        'forbidden_resource',
        'Another person must confirm this: neither the requester nor anyone who could act as them may (four eyes).',
      )
    const { apply } = await subjects[request.kind](change, request.resourceId, request.justification)
    apply()
    return isOwn ? { detail: 'self-decided' } : {}
  },
})
