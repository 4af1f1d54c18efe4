import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { findChatChannel, setChatWithMail } from '#src/features/notifications/chat/queries.ts'
import { ChatChannel, ofChatChannel, showChatChannel, withMailField } from './chat-channel.ts'

export const updateChatChannel = changeEndpoint({
  ...ofChatChannel,
  name: 'updateChatChannel',
  summary: 'Choose whether notifications are mailed in addition to your chat channel',
  method: 'PATCH',
  status: 200,
  action: 'account.update_chat_channel',
  body: Type.Object({ withMail: withMailField }, { additionalProperties: false }),
  response: ChatChannel,
  errors: ['not_found'],
  async run({ tx, actor, audit }, { body }) {
    const personId = actor.id
    tx.write(setChatWithMail, { personId, ...body })
    const row = firstOrNotFound(await tx.query(findChatChannel, { personId }), 'chat channel')
    audit(personId, { detail: body.withMail ? 'with mail' : 'without mail' })
    return showChatChannel(row)
  },
})
