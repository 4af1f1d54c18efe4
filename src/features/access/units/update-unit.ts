import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { Unit, unitRecords } from './unit.ts'

const { title, description, status } = Unit.properties

export const updateUnit = changing({
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
