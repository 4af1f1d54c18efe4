import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { deleteChatChannel } from '#src/features/notifications/chat/queries.ts'
import { ofChatChannel } from './chat-channel.ts'

export const removeChatChannel = changeEndpoint({
  ...ofChatChannel,
  name: 'removeChatChannel',
  summary: 'Stop notifications in your chat channel and delete its address',
  method: 'DELETE',
  status: 204,
  action: 'account.remove_chat_channel',
  response: Type.Null(),
  errors: ['not_found'],
  async run({ tx, actor, audit }) {
    const [row] = await tx.query(deleteChatChannel, { personId: actor.id })
    if (!row) throw notFound('chat channel')
    audit(actor.id, { detail: row.service })
    return null
  },
})
