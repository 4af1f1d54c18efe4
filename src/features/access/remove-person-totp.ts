import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import { rejectBreakGlass } from './forced-sign-on/break-glass.ts'
import { lockFactor } from './lock-factor.ts'
import { AccessRequest, requestAccessChange } from './second-administrator/proposal.ts'

const factorByOperator =
  'Make another person an administrator, or have the operator run `probata account reset-factor`.'

/** Helps a person who lost their factors and recovery codes; another administrator confirms (decision 118). */
export const removePersonTotp = changeEndpoint({
  name: 'removePersonTotp',
  summary:
    "Request the removal of another person's app and passkeys in this workspace; another administrator must confirm it",
  tag: 'People',
  method: 'DELETE',
  workspace: { path: '/people/{personId}/totp', roles: ['admin'] },
  confirm: true,
  status: 202,
  action: 'person.request_factor_removal',
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Object({ request: AccessRequest }),
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(ctx, { params: { personId } }) {
    if (personId === ctx.actor.id)
      throw new Refusal(
        'unprocessable',
        sentence`second_factor.own: Turn off your own second factor on your account page, with a code.`,
      )
    const { person } = await lockFactor(ctx, personId)
    await rejectBreakGlass(ctx, personId)
    const kind = 'second_factor_removal'
    const request = await requestAccessChange(
      ctx,
      { kind, resourceId: personId, title: person.name },
      { kinds: [kind], resourceId: personId, concerns: personId, otherwise: factorByOperator },
    )
    return { request }
  },
})
