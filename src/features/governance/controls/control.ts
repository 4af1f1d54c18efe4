import type { Static } from 'typebox'
import type { Following } from '#family/next-status.ts'
import { DescriptionField, KeyField, noun, StatusOf } from '#family/noun.ts'
import { person, refersTo } from '#family/reference.ts'
import { Line, Nullable } from '#http/schema.ts'
import { requireNoSecondPerson } from '#src/features/governance/approvals/second-person.ts'

/** The statuses that may follow each status. */
export const controlFlow = {
  draft: ['active', 'retired'],
  active: ['retired'],
  retired: ['active'],
} as const satisfies Following<string>

/**
 * A measure that answers clauses. The proof for its requirements shows that it works. See the open points, "Other
 * governance families".
 */
export const controls = noun({
  name: 'Control',
  prefix: 'gct',
  fields: {
    controlKey: KeyField(),
    title: Line(500),
    description: DescriptionField,
    status: StatusOf(controlFlow),
    ownerId: Nullable(refersTo(person)),
  },
  flow: controlFlow,
  tag: 'Controls',
  scope: 'governance.controls:read',
  choice: 'control',
  comments: true,
  writes: {
    begins: ['draft', 'active'],
    check: {
      on: 'update',
      errors: ['forbidden_resource'],
      run: (change, before, after) =>
        requireNoSecondPerson(change, before?.id ?? '', after.status === 'retired' && before?.status !== 'retired'),
    },
  },
})

export const Control = controls.record

export type Control = Static<typeof Control>
