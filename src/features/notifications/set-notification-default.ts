import { changeEndpoint } from '#http/endpoint.ts'
import { ChosenChannels, KindParams, requireMode } from './choices.ts'
import { setDefault } from './queries.ts'

export const setNotificationDefault = changeEndpoint({
  name: 'setNotificationDefault',
  summary: 'Choose the channels of a kind of notification for people who have not chosen themselves',
  tag: 'Workspace',
  wholeWorkspace: true,
  method: 'PUT',
  workspace: { path: '/notification-defaults/{kind}', roles: ['admin'] },
  status: 200,
  action: 'workspace.notifications',
  params: KindParams,
  body: ChosenChannels,
  response: ChosenChannels,
  async run({ tx, organizationId, audit }, { params: { kind }, body: { bell, mail } }) {
    requireMode(kind, { bell, mail })
    tx.write(setDefault, { kind, bell, mail })
    audit(organizationId, { detail: `${kind}: bell ${bell ?? 'as the product'}, mail ${mail ?? 'as the product'}` })
    return { bell, mail }
  },
})
