import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { controls } from './control.ts'
import { countLinks, maxLinks } from './control-queries.ts'
import { findLinkedRequirement, insertRequirement } from './link-queries.ts'
import { Linked, linkRecord } from './links.ts'

export const addControlRequirement = changeEndpoint({
  name: 'addControlRequirement',
  summary: 'Link an evidence requirement whose proof shows that a control works',
  tag: 'Controls',
  method: 'POST',
  workspace: { path: '/controls/{controlId}/requirements', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'control.requirement.add',
  params: Type.Object({ controlId: Reference('gct') }),
  body: Type.Object({ evidenceRequirementId: Reference('ger') }),
  response: Type.Object({ evidenceRequirementId: Reference('ger'), ...Linked }),
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    control_requirement_pkey: sentence`control.requirement_already_linked: The control already has this evidence requirement.`,
  },
  async run(change, { params: { controlId }, body: { evidenceRequirementId: requirementId } }) {
    await controls.records.lock(change, controlId)
    firstOrNotFound(await change.tx.query(findLinkedRequirement, { id: requirementId }), 'evidence requirement')
    const [links] = await change.tx.query(countLinks, { id: controlId })
    if (links && links.requirements >= maxLinks)
      throw new Refusal(
        'unprocessable',
        sentence`control.requirement_limit: A control has at most ${{ maxLinks }} evidence requirements.`,
      )
    const record = linkRecord(change, {})
    change.tx.write(insertRequirement, { controlId, requirementId, record })
    change.audit(`${controlId}/${requirementId}`, { after: record })
    return { evidenceRequirementId: requirementId, ...JSON.parse(record) }
  },
})
