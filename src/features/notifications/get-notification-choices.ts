import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { effectiveChannels, readChannelSettings } from './channels.ts'
import { kindFields, showChoice } from './choices.ts'
import { kindsFor } from './notification.ts'

export const getNotificationChoices = readEndpoint({
  name: 'getNotificationChoices',
  summary: "Get the caller's channels of each kind of notification that can concern them",
  tag: 'Account',
  workspace: { path: '/account/notifications', roles: [...roles] },
  response: Type.Object(
    { kinds: Type.Array(Type.Object(kindFields, { title: 'NotificationChoice' })) },
    { title: 'NotificationChoices' },
  ),
  needs: ['workSources'],
  async run(call) {
    const { actor, read } = call
    const settings = await read(readChannelSettings, { personIds: [actor.id] })
    const defaults = effectiveChannels(settings, '')
    return {
      kinds: kindsFor(call).map(kind => {
        const chosen = settings.find(row => row.person_id === actor.id && row.kind === kind)
        return showChoice(kind, chosen, defaults[kind])
      }),
    }
  },
})
