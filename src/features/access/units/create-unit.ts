import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { sentence } from '#lib/sentence.ts'
import { Unit, unitRecords } from './unit.ts'

const { unitKey, title, description } = Unit.properties

export const createUnit = changeEndpoint({
  name: 'createUnit',
  summary: 'Create a unit of the workspace',
  tag: 'Units',
  method: 'POST',
  workspace: { path: '/units', roles: ['admin'] },
  status: 201,
  action: 'unit.create',
  body: Type.Object({ unitKey, title, description: Type.Optional(description) }),
  response: Unit,
  errors: ['conflict'],
  conflicts: {
    unit_key: sentence`unit.key_taken: A unit with this unitKey already exists in the workspace; choose another one.`,
  },
  async run(change, { body }) {
    const unit = unitRecords.insert(change, { description: '', ...body, status: 'active' }, {})
    change.audit(unit.id, { after: unit.record })
    return new Rendered(unit.record)
  },
})
