import { type Static, Type } from 'typebox'
import { family } from '#family/family.ts'
import { roles } from '#http/access.ts'
import { renderer } from '#http/record.ts'
import { Id, Line, Timestamp } from '#http/schema.ts'
import { etagOf } from '#http/version.ts'
import { sentence } from '#lib/sentence.ts'
import { EmailAddress } from '#shared/email-address.ts'
import { withoutOtherUnits } from '#shared/other-units.ts'
import { Mapping } from './groups/mapping.ts'
import { lockAdministrators, lockPerson } from './queries.ts'
import { UnitIds, VisibleUnitIds } from './units/unit.ts'

/** The factor required in addition to the password. With `totp`, a passkey is accepted too. */
export const SecondFactor = Type.Enum(['none', 'totp', 'passkey'])

/** A person who signs in. */
export const Person = Type.Object(
  {
    id: Id('prs'),
    email: Type.String(),
    name: Line(200),
    role: Type.Enum([...roles]),
    status: Type.Enum(['active', 'disabled']),
    secondFactor: SecondFactor,
    unitIds: Type.Optional(VisibleUnitIds),
    ...Mapping,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Person' },
)

export type Person = Static<typeof Person>

export const renderPerson = renderer(Person)

/** A new active person without a second factor. */
export const newPerson = (
  fields: Pick<Person, 'id' | 'email' | 'name' | 'role' | 'unitIds' | keyof Mapping>,
  createdAt: string,
): Person => ({
  ...fields,
  status: 'active',
  secondFactor: 'none',
  createdAt,
  updatedAt: createdAt,
})

/** The input for an existing person, whose address may predate the rule for new addresses. */
export const PersonInput = {
  email: Type.String({
    pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    patternMessage: sentence`field.email: must be an e-mail address`,
    maxLength: 320,
  }),
  name: Line(200),
  role: Type.Enum([...roles]),
}

/** The input for a new person. */
export const NewPersonInput = { ...PersonInput, email: EmailAddress, unitIds: Type.Optional(UnitIds) }

/** People are searched by name and address. */
const choiceFields = { key: 'email', title: 'name', status: "case when t.disabled then 'disabled' else 'active' end" }

/** Everyone sees the people of the workspace. */
export const people = family({
  name: 'Person',
  label: 'person',
  prefix: 'prs',
  table: 'person',
  plural: 'people',
  record: Person,
  tag: 'People',
  roles: [...roles],
  columns: ['role'],
  repeats: { disabled: ({ status }) => status === 'disabled' },
  sorts: ['name'],
  filters: ['role'],
  list: { workspace: '/people' },
  detail: { workspace: '/people/{personId}' },
  seenBy: withoutOtherUnits,
  choices: [
    { ...choiceFields, kind: 'person' },
    { ...choiceFields, kind: 'reviewer', where: "t.role in ('reviewer', 'admin')" },
    { ...choiceFields, kind: 'assessor', where: "t.role <> 'auditor'" },
  ],
  async version({ tx }, id) {
    await tx.query(lockAdministrators, {})
    const [row] = await lockPerson(tx, id)
    return row && { etag: etagOf(row.record), resourceId: id }
  },
  searched: ["t.record::json ->> 'email'"],
})
