import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Reference } from '#http/schema.ts'
import { etagOf, recordVersion, versionField } from '#http/version.ts'
import { Framework, frameworkFlow } from './framework.ts'
import { findFramework } from './framework-queries.ts'

export const getWorkspaceFramework = reading({
  name: 'getWorkspaceFramework',
  summary: 'Get one framework with the name of its owner',
  tag: 'Frameworks',
  workspace: { path: '/frameworks/{frameworkId}', roles: [...roles] },
  params: Type.Object({ frameworkId: Reference('gfw') }),
  response: Type.Object(
    {
      ...Framework.properties,
      ownerName: Nullable(Type.String()),
      nextStatuses: Type.Array(Framework.properties.status, { description: 'The statuses that it can change to now.' }),
      ...versionField,
    },
    { title: 'WorkspaceFramework' },
  ),
  version: recordVersion('framework'),
  errors: ['not_found'],
  async run(call, { params: { frameworkId: id } }) {
    const { record, owner_name: ownerName } = oneOr404(await call.read(findFramework, { id }), 'framework')
    const framework = readRecord(Framework, record)
    return { ...framework, ownerName, nextStatuses: [...frameworkFlow[framework.status]], etag: etagOf(record) }
  },
})
