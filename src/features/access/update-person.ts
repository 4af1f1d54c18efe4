import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Nullable, Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { changeAccess } from './change-access.ts'
import { rejectBreakGlass } from './forced-sign-on/break-glass.ts'
import { requireManual } from './groups/require-manual.ts'
import { Person, PersonInput } from './person.ts'
import { lockAdministrators, lockPerson } from './queries.ts'
import { revertDeactivation } from './scim/revert-deactivation.ts'
import { lastAdministrator } from './sentences.ts'
import { requireUnits } from './units/require-units.ts'
import { UnitIds } from './units/unit.ts'
import { isAdministrator } from './watched-changes.ts'

/**
 * A workspace always keeps at least one administrator, and its break-glass administrators. Access that follows from
 * groups cannot be changed by hand.
 */
export const updatePerson = changeEndpoint({
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
    const row = firstOrNotFound(await lockPerson(tx, params.personId), 'person')
    const current = readRecord(Person, row.record)
    requireManual(current, body)
    const { name = current.name, role = current.role, disabled = current.status === 'disabled' } = body
    const status = disabled ? ('disabled' as const) : ('active' as const)
    const { unitIds: currentUnitIds, ...rest } = current
    const unitIds = body.unitIds === undefined ? currentUnitIds : (body.unitIds ?? undefined)
    await requireUnits(ctx, unitIds, { role, current: currentUnitIds })
    if (!disabled && current.status === 'disabled') await revertDeactivation(ctx, current.id)
    const person = {
      ...{ ...rest, ...(unitIds && { unitIds }), name, role, status, updatedAt: iso(now) },
      // Groups never enable a person whom an administrator disabled.
      ...(current.suspended && body.disabled && { suspended: false }),
    }
    if (isAdministrator(current) && !isAdministrator(person) && administrators.length === 1)
      throw new Refusal('unprocessable', lastAdministrator(current.name))
    if (!isAdministrator(person)) await rejectBreakGlass(ctx, person.id)
    return new Rendered(await changeAccess(ctx, { person: current, record: row.record }, person))
  },
})
