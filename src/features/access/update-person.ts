import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { changing } from '#api/endpoint.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import { revokeKept } from '#api/kept-links.ts'
import { readRecord } from '#api/record.ts'
import { Nullable, Reference } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { Person, PersonInput, renderPerson } from './person.ts'
import { deleteSessionsOf, lockAdministrators, lockPerson, updatePerson as write } from './queries.ts'
import { takeBackDeactivation } from './scim/take-back-deactivation.ts'
import { requireUnits } from './units/require-units.ts'
import { UnitIds } from './units/unit.ts'
import { isAdministrator, watchPerson } from './watched-changes.ts'

/**
 * A workspace always keeps an administrator. Disabling a person ends their sessions; who is no administrator any more
 * keeps no link that they made.
 */
export const updatePerson = changing({
  name: 'updatePerson',
  summary: 'Change the name, role or units of a person, disable or enable them',
  tag: 'People',
  method: 'PATCH',
  workspace: { path: '/people/{personId}', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'person.update',
  params: Type.Object({ personId: Reference('prs') }),
  body: Type.Object({
    name: Type.Optional(PersonInput.name),
    role: Type.Optional(PersonInput.role),
    disabled: Type.Optional(Type.Boolean()),
    unitIds: Type.Optional(Nullable(UnitIds)),
  }),
  response: Person,
  errors: ['not_found', 'unprocessable'],
  async run(ctx, { params, body }) {
    const { tx, now, audit, identities } = ctx
    const administrators = await tx.query(lockAdministrators, {})
    const row = oneOr404(await tx.query(lockPerson, { id: params.personId }), 'person')
    const present = readRecord(Person, row.record)
    const { name = present.name, role = present.role, disabled = present.status === 'disabled' } = body
    const status = disabled ? ('disabled' as const) : ('active' as const)
    const { unitIds: known, ...rest } = present
    const unitIds = body.unitIds === undefined ? known : (body.unitIds ?? undefined)
    await requireUnits(ctx, unitIds, { role, known })
    if (!disabled && present.status === 'disabled') await takeBackDeactivation(ctx, present.id)
    const person = { ...rest, ...(unitIds && { unitIds }), name, role, status, updatedAt: iso(now) }
    if (isAdministrator(present) && !isAdministrator(person) && administrators.length === 1)
      throw new Refusal('unprocessable', `${present.name} is the last administrator; make another one first.`)
    const record = renderPerson(person)
    tx.write(write, { id: person.id, role, disabled, record })
    if (disabled) tx.write(deleteSessionsOf, { personId: person.id })
    if (!isAdministrator(person)) await revokeKept(ctx, 'administration', person.id)
    tx.afterCommit(identities.forget)
    audit(person.id, { before: row.record, after: record })
    watchPerson(ctx, present, person)
    return new Rendered(record)
  },
})
