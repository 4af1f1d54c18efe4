import { type Static, Type } from 'typebox'
import type { Following } from '#family/next-status.ts'
import { DescriptionField, KeyField, noun, StatusOf } from '#family/noun.ts'
import { person, refersTo } from '#family/reference.ts'
import { view } from '#family/view.ts'
import { nameOf } from '#http/name-of.ts'
import { Line, Nullable } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'

/** The statuses that may follow each status. */
const frameworkFlow = {
  draft: ['active', 'retired'],
  active: ['retired'],
  retired: ['active'],
} as const satisfies Following<string>

/** A standard, a law or a policy whose clauses must be answered (open points "Other governance families"). */
export const frameworks = noun({
  name: 'Framework',
  prefix: 'gfw',
  fields: {
    frameworkKey: KeyField(),
    title: Line(500),
    description: DescriptionField,
    status: StatusOf(frameworkFlow),
    ownerId: Nullable(refersTo(person)),
    version: Nullable(Line(200, 'The edition, as the publisher names it.')),
    sourceDigest: Nullable(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        patternMessage: sentence`field.sha256_lower_case: must be a SHA-256, 64 hexadecimal digits in lower case`,
        description: 'SHA-256, hexadecimal, of the file from which the clauses were last imported.',
      }),
    ),
  },
  flow: frameworkFlow,
  tag: 'Frameworks',
  scope: 'governance.frameworks:read',
  shows: ['list'],
  choice: 'framework',
  writes: { begins: ['draft', 'active'], sets: { sourceDigest: null }, next: 'import its clauses' },
})

export const Framework = frameworks.record

export type Framework = Static<typeof Framework>

/** The view of a framework in the workspace. */
export const frameworkView = view(frameworks, frameworks.records, {
  with: 'owner',
  joins: { ownerName: { schema: Nullable(Type.String()), sql: nameOf('framework.owner_id') } },
  fields: {
    nextStatuses: Type.Array(Framework.properties.status, { description: 'The statuses that it can change to now.' }),
  },
  of: ({ fields }) => ({ nextStatuses: [...frameworkFlow[fields.status]] }),
  detail: '/frameworks/{frameworkId}',
})
