import { Type } from 'typebox'
import { currentRow } from '#family/bound.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { acceptors, whyNotAccept } from './contributors.ts'
import { Risk, riskRecords, risks } from './risk.ts'
import { findRisk } from './risk-queries.ts'

export const acceptRisk = changeEndpoint({
  name: 'acceptRisk',
  summary: 'Accept the residual risk after treatment, as a person who did not contribute to it (four eyes)',
  tag: 'Risks',
  method: 'POST',
  workspace: { path: '/risks/{riskId}/accept', roles: acceptors },
  status: 200,
  action: 'risk.accept',
  params: Type.Object({ riskId: Reference('grk') }),
  response: Risk,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { riskId: id } }) {
    const { tx, actor, now } = change
    const current = await riskRecords.lock(change, id)
    const { hands } = firstOrNotFound(await tx.query(findRisk, { id }), 'risk')
    const why = whyNotAccept(actor, current.fields, hands)
    if (why === 'status')
      throw new Refusal(
        'unprocessable',
        sentence`risk.not_treated: The risk is ${{ status: current.fields.status }}; only a treated one can be accepted.`,
      )
    if (why)
      throw new Refusal(
        'forbidden_resource',
        sentence`risk.own: Another person must accept this risk: people who owned or changed it cannot (four eyes).`,
      )
    const acceptance = { status: 'accepted', acceptedBy: actor.id, acceptedAt: iso(now) } as const
    const changed = riskRecords.update(change, current, acceptance)
    const { content } = await currentRow(tx, risks.bound, id)
    change.audit(id, { before: current.record, after: changed.record, content })
    return new Rendered(changed.record)
  },
})
