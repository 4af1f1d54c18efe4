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
import { SeenUnitIds, UnitIds } from './units/unit.ts'

/** The factor that is required besides the password; with `totp` a passkey is accepted too. */
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
    unitIds: Type.Optional(SeenUnitIds),
    ...Mapping,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Person' },
)

export type Person = Static<typeof Person>

export const renderPerson = renderer(Person)

/** A person created at this time. */
export const newPerson = (
  given: Pick<Person, 'id' | 'email' | 'name' | 'role' | 'unitIds' | keyof Mapping>,
  at: string,
): Person => ({
  ...given,
  status: 'active',
  secondFactor: 'none',
  createdAt: at,
  updatedAt: at,
})

/** The input for a known person, whose address may be older than the rule for new ones. */
export const PersonInput = {
  email: Type.String({
    pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    asks: sentence`field.email: must be an e-mail address`,
    maxLength: 320,
  }),
  name: Line(200),
  role: Type.Enum([...roles]),
}

/** The input for a new person. */
export const NewPersonInput = { ...PersonInput, email: EmailAddress, unitIds: Type.Optional(UnitIds) }

/** People are found by their names and addresses. */
const asChosen = { key: 'email', title: 'name', status: "case when t.disabled then 'disabled' else 'active' end" }

/** Operating, "In-product endpoints": everyone sees the people of the workspace. */
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
  filters: ['role'],
  list: { workspace: '/people' },
  detail: { workspace: '/people/{personId}' },
  seenBy: withoutOtherUnits,
  choices: [
    { ...asChosen, kind: 'person' },
    { ...asChosen, kind: 'reviewer', where: "t.role in ('reviewer', 'admin')" },
    { ...asChosen, kind: 'assessor', where: "t.role <> 'auditor'" },
  ],
  async version({ tx }, id) {
    await tx.query(lockAdministrators, {})
    const [row] = await tx.query(lockPerson, { id })
    return row && { etag: etagOf(row.record), resourceId: id }
  },
})
