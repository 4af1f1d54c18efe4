import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { Unit, unitRecords } from './unit.ts'

const { title, description, status } = Unit.properties

export const updateUnit = changeEndpoint({
  name: 'updateUnit',
  summary: 'Change, close or reopen a unit',
  tag: 'Units',
  method: 'PATCH',
  workspace: { path: '/units/{unitId}', roles: ['admin'] },
  status: 200,
  action: 'unit.update',
  params: Type.Object({ unitId: Reference('unt') }),
  body: Type.Partial(Type.Object({ title, description, status })),
  response: Unit,
  errors: ['not_found'],
  async run(change, { params, body }) {
    const current = await unitRecords.lock(change, params.unitId)
    const updated = unitRecords.update(change, current, body)
    change.audit(updated.id, { before: current.record, after: updated.record })
    return new Rendered(updated.record)
  },
})
