import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Reference } from '#http/schema.ts'
import { findPlacement, placingByPrefix } from './queries.ts'
import { Unit } from './unit.ts'

export const getPlacement = readEndpoint({
  name: 'getPlacement',
  summary: 'Get the unit of a requirement, claim, package, finding, assessment, policy or questionnaire',
  tag: 'Units',
  workspace: { path: '/placements/{recordId}', roles: [...roles] },
  params: Type.Object({ recordId: Reference('ger', 'subreq', 'gfd', 'gas', 'gpl', 'gqn', 'gec', 'subpkg') }),
  response: Type.Object(
    {
      unitId: Nullable(Reference('unt')),
      unit: Type.Optional(Unit),
      follows: Type.Boolean({
        description: "Whether the record is in its requirement's unit, rather than one of its own.",
      }),
    },
    { title: 'Placement' },
  ),
  errors: ['not_found'],
  async run(call, { params: { recordId: id } }) {
    const { unit_id: unitId, record } = firstOrNotFound(await call.read(findPlacement, { id }), 'record with a unit')
    const followsRequirement = !placingByPrefix.has(id.split('_')[0] ?? '')
    return { unitId, follows: followsRequirement, ...(record !== null && { unit: readRecord(Unit, record) }) }
  },
})
