import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, invalid } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { chatAddressProblem, chatBinding } from '#src/features/notifications/chat/address.ts'
import { findChatChannel, saveChatChannel } from '#src/features/notifications/chat/queries.ts'
import { ChatChannel, ChatServiceField, ofChatChannel, showChatChannel, withMailField } from './chat-channel.ts'

export const setChatChannel = changeEndpoint({
  ...ofChatChannel,
  name: 'setChatChannel',
  summary: 'Also get your notifications in Slack, Teams or Mattermost, by the address of an incoming webhook',
  method: 'PUT',
  status: 200,
  action: 'account.set_chat_channel',
  sends: true,
  body: Type.Object(
    {
      service: ChatServiceField,
      address: Type.String({ minLength: 1, maxLength: 2048, description: 'Stored encrypted and never shown again.' }),
      withMail: withMailField,
    },
    { additionalProperties: false },
  ),
  response: ChatChannel,
  needs: ['receivers'],
  async run({ tx, actor, audit, organizationId, now, sealer, receivers }, { body }) {
    const { service, address, withMail } = body
    const problem = chatAddressProblem(service, address) ?? (await receivers.problem(address))
    if (problem) throw invalid(['address'], problem)
    const personId = actor.id
    const { host } = new URL(address)
    const sealed = sealer.seal(address, chatBinding(organizationId, personId))
    tx.write(saveChatChannel, { personId, service, address: sealed, host, withMail, now: iso(now) })
    audit(personId, { detail: `${service} at ${host}` })
    return showChatChannel(firstOrNotFound(await tx.query(findChatChannel, { personId }), 'chat channel'))
  },
})
