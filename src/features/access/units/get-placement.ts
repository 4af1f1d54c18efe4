import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { Nullable, Reference } from '#api/schema.ts'
import { findPlacement, placingByPrefix } from './queries.ts'
import { Unit } from './unit.ts'

export const getPlacement = reading({
  name: 'getPlacement',
  summary: 'The unit that a requirement, claim, package, finding, assessment, policy or questionnaire is of',
  tag: 'Units',
  workspace: { path: '/placements/{recordId}', roles: [...roles] },
  params: Type.Object({ recordId: Reference('ger', 'subreq', 'gfd', 'gas', 'gpl', 'gqn', 'gec', 'subpkg') }),
  response: Type.Object(
    {
      unitId: Nullable(Reference('unt')),
      unit: Type.Optional(Unit),
      follows: Type.Boolean({ description: 'Whether it is of the unit of its requirement, and not placed by itself.' }),
    },
    { title: 'Placement' },
  ),
  errors: ['not_found'],
  async run(call, { params: { recordId: id } }) {
    const { unit_id: unitId, record } = oneOr404(await call.read(findPlacement, { id }), 'record with a unit')
    const follows = !placingByPrefix.has(id.split('_')[0] ?? '')
    return { unitId, follows, ...(record !== null && { unit: readRecord(Unit, record) }) }
  },
})
