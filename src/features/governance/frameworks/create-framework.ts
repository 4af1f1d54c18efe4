import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { sentence } from '#lib/sentence.ts'
import { requirePerson } from '#src/features/governance/require-person.ts'
import { Framework, frameworkRecords } from './framework.ts'

const { frameworkKey, title, description, version, ownerId } = Framework.properties

export const createFramework = changing({
  name: 'createFramework',
  summary: 'Create a framework; import its clauses next',
  tag: 'Frameworks',
  method: 'POST',
  workspace: { path: '/frameworks', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'framework.create',
  body: Type.Object({
    frameworkKey,
    title,
    description: Type.Optional(description),
    version: Type.Optional(version),
    status: Type.Optional(Type.Enum(['draft', 'active'])),
    ownerId: Type.Optional(ownerId),
  }),
  response: Framework,
  errors: ['not_found', 'conflict'],
  conflicts: {
    framework_key: sentence`framework.key_taken: A framework with this frameworkKey exists in the workspace.`,
  },
  async run(change, { body }) {
    await requirePerson(change, body.ownerId)
    const nothing = { description: '', status: 'draft', ownerId: null, version: null, sourceDigest: null } as const
    const made = frameworkRecords.insert(change, { ...nothing, ...body }, {})
    change.audit(made.id, { after: made.record })
    return new Rendered(made.record)
  },
})
