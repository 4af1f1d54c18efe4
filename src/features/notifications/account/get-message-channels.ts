import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Nullable } from '#http/schema.ts'
import { findChatChannel } from '#src/features/notifications/chat/queries.ts'
import { findBounce } from '#src/features/notifications/deliveries/bounce-queries.ts'
import { ChatChannel, showChatChannel } from './chat-channel.ts'
import { MailBounce, showBounce } from './mail-bounce.ts'

export const getMessageChannels = readEndpoint({
  name: 'getMessageChannels',
  summary: 'Get where your notifications are sent: by mail, and to your chat channel',
  tag: 'Account',
  workspace: { path: '/account/message-channels', roles: [...roles] },
  response: Type.Object(
    {
      mail: Type.Object({
        configured: Type.Boolean({ description: 'Whether this install sends mail.' }),
        bounce: Nullable(MailBounce),
      }),
      chat: Nullable(ChatChannel),
    },
    { title: 'MessageChannels' },
  ),
  async run({ read, actor, mail }) {
    const [bounce] = await read(findBounce, { personId: actor.id })
    const [chat] = await read(findChatChannel, { personId: actor.id })
    return {
      mail: { configured: mail.configured, bounce: bounce ? showBounce(bounce) : null },
      chat: chat ? showChatChannel(chat) : null,
    }
  },
})
