import { Type } from 'typebox'
import { requirePerson } from '#family/reference.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { Finding, findingRecords } from './finding.ts'
import { lockFindings } from './queries.ts'
import { changeFinding } from './write-finding.ts'

/** Assigns all these findings, or none if one does not exist. */
export const assignFindings = changeEndpoint({
  name: 'assignFindings',
  summary: 'Assign findings to an owner, or unassign them',
  tag: 'Findings',
  method: 'POST',
  workspace: { path: '/findings/assign', roles: ['admin', 'reviewer', 'contributor'] },
  status: 200,
  action: 'finding.assign',
  body: Type.Object({
    findingIds: Type.Array(Reference('gfd'), { minItems: 1, maxItems: 200 }),
    ownerId: Finding.properties.ownerId,
  }),
  response: Type.Object(
    { changed: Type.Integer({ minimum: 0, description: 'Findings whose owner changed.' }) },
    { title: 'FindingAssignment' },
  ),
  errors: ['not_found'],
  async run(change, { body: { findingIds, ownerId } }) {
    await requirePerson(change, ownerId)
    const ids = [...new Set(findingIds)]
    const findings = (await change.tx.query(lockFindings, { ids })).map(findingRecords.read)
    if (findings.length < ids.length) throw notFound('finding')
    const others = findings.filter(({ fields }) => fields.ownerId !== ownerId)
    for (const finding of others) changeFinding(change, finding, { fields: { ownerId } })
    if (others.length === 0) change.audit('', { detail: 'unchanged' })
    return { changed: others.length }
  },
})
