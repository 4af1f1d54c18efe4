import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, invalid } from '#http/errors.ts'
import { Nullable, Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { lockUnitOf, placingByPrefix } from './queries.ts'
import { requireUnit } from './require-units.ts'

/** Dependent records move with the placed records: claims and packages, and their files, decisions and events. */
export const placeRecords = changeEndpoint({
  name: 'placeRecords',
  summary: 'Place requirements, findings, assessments, policies or questionnaires in a unit, or outside all units',
  tag: 'Units',
  method: 'POST',
  workspace: { path: '/placements', roles: ['admin'] },
  status: 200,
  action: 'unit.place',
  body: Type.Object({
    recordIds: Type.Array(Reference('ger', 'subreq', 'gfd', 'gas', 'gpl', 'gqn'), {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
    }),
    unitId: Nullable(Reference('unt')),
  }),
  response: Type.Object({ placed: Type.Integer({ description: 'The number of records whose unit changed.' }) }),
  errors: ['not_found'],
  async run(change, { body: { recordIds, unitId } }) {
    const { tx, audit } = change
    if (unitId !== null) await requireUnit(change, unitId)
    let placedCount = 0
    // In a fixed order, so that two requests do not deadlock.
    for (const id of recordIds.toSorted()) {
      const placing = placingByPrefix.get(id.split('_')[0] ?? '')
      if (!placing)
        throw invalid(
          ['recordIds'],
          sentence`field.placeable: must be requirements, findings, assessments, policies or questionnaires`,
        )
      tx.write(lockUnitOf, { id })
      const { unit_id: before } = firstOrNotFound(await tx.query(placing.lock, { id }), 'record with a unit')
      audit(id, { detail: `unit ${before ?? 'none'} → ${unitId ?? 'none'}` })
      if (before === unitId) continue
      tx.write(placing.write, { id, unitId })
      placedCount++
    }
    return { placed: placedCount }
  },
})
