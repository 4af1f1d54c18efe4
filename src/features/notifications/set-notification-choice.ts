import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { ChosenChannels, KindParams, requireMode } from './choices.ts'
import { setChoice } from './queries.ts'

export const setNotificationChoice = changeEndpoint({
  name: 'setNotificationChoice',
  summary: 'Choose the channels of a kind of notification for yourself',
  tag: 'Account',
  method: 'PUT',
  workspace: { path: '/account/notifications/{kind}', roles: [...roles] },
  status: 200,
  action: 'account.set_notifications',
  reason: false,
  params: KindParams,
  body: ChosenChannels,
  response: ChosenChannels,
  async run({ tx, actor, audit }, { params: { kind }, body }) {
    requireMode(kind, body)
    tx.write(setChoice, { personId: actor.id, kind, ...body })
    audit(actor.id)
    return body
  },
})
