import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { oneOr404, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { changeAccess } from './change-access.ts'
import { refuseBreakGlass } from './forced-sign-on/break-glass.ts'
import { requireManual } from './groups/require-manual.ts'
import { Person, PersonInput } from './person.ts'
import { lockAdministrators, lockPerson } from './queries.ts'
import { takeBackDeactivation } from './scim/take-back-deactivation.ts'
import { lastAdministrator } from './sentences.ts'
import { requireUnits } from './units/require-units.ts'
import { UnitIds } from './units/unit.ts'
import { isAdministrator } from './watched-changes.ts'

/**
 * A workspace always keeps an administrator, and its break-glass administrators. Access that groups decide cannot be
 * changed by hand.
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
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(ctx, { params, body }) {
    const { tx, now } = ctx
    const administrators = await tx.query(lockAdministrators, {})
    const row = oneOr404(await tx.query(lockPerson, { id: params.personId }), 'person')
    const present = readRecord(Person, row.record)
    requireManual(present, body)
    const { name = present.name, role = present.role, disabled = present.status === 'disabled' } = body
    const status = disabled ? ('disabled' as const) : ('active' as const)
    const { unitIds: known, ...rest } = present
    const unitIds = body.unitIds === undefined ? known : (body.unitIds ?? undefined)
    await requireUnits(ctx, unitIds, { role, known })
    if (!disabled && present.status === 'disabled') await takeBackDeactivation(ctx, present.id)
    const person = {
      ...{ ...rest, ...(unitIds && { unitIds }), name, role, status, updatedAt: iso(now) },
      // After a person is disabled by hand, no group enables them again.
      ...(present.suspended && body.disabled && { suspended: false }),
    }
    if (isAdministrator(present) && !isAdministrator(person) && administrators.length === 1)
      throw new Refusal('unprocessable', lastAdministrator(present.name))
    if (!isAdministrator(person)) await refuseBreakGlass(ctx, person.id)
    return new Rendered(await changeAccess(ctx, { person: present, record: row.record }, person))
  },
})
