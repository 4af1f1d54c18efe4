import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { changeAccess } from '#src/features/access/change-access.ts'
import { rejectBreakGlass } from '#src/features/access/forced-sign-on/break-glass.ts'
import { Person } from '#src/features/access/person.ts'
import { lastAdministrator } from '#src/features/access/sentences.ts'
import { evaluatePerson, lockForMapping } from './apply-groups.ts'
import { unmapPerson } from './map-person.ts'

const noGroup = () =>
  new Refusal(
    'unprocessable',
    sentence`person.groups_give_no_access: None of the known groups of this person gives access; the person must sign on first to update them.`,
  )

export const setAccessSource = changeEndpoint({
  name: 'setAccessSource',
  summary: "Let groups determine a person's role and units, or manage the person by hand again",
  tag: 'People',
  method: 'POST',
  workspace: { path: '/people/{personId}/access-source', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'person.map',
  params: Type.Object({ personId: Reference('prs') }),
  body: Type.Object({
    source: Type.Enum(['groups', 'hand'], { description: 'By hand, the person keeps their current role and units.' }),
  }),
  response: Person,
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(ctx, { params: { personId }, body: { source } }) {
    if (source === 'groups') {
      await rejectBreakGlass(ctx, personId)
      const { person, record, keptAdministrator, changed } = await evaluatePerson(ctx, personId, { takesOver: true })
      if (keptAdministrator) throw new Refusal('unprocessable', lastAdministrator(person.name))
      if (!person.mappedFrom || person.mappedGrant === 'none') throw noGroup()
      if (!changed) ctx.audit(personId, { before: record, after: record, detail: 'as before' })
      return new Rendered(record)
    }
    const { person, record } = await lockForMapping(ctx, personId)
    if (!person.mappedFrom) {
      ctx.audit(personId, { before: record, after: record, detail: 'as before' })
      return new Rendered(record)
    }
    const next = { ...unmapPerson(person), updatedAt: iso(ctx.now) }
    const detail = 'managed by hand from now on'
    return new Rendered(await changeAccess(ctx, { person, record }, next, { detail }))
  },
})
