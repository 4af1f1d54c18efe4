import { roles } from '#http/access.ts'
import { commitEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, notFound } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { findChatChannel, recordChatFailure, recordChatSent } from '#src/features/notifications/chat/queries.ts'
import { postToChat } from '#src/features/notifications/deliveries/send-chat.ts'
import { maxChatFailures } from '#src/features/notifications/deliveries/send-delivery.ts'
import { mailWords } from '#src/features/notifications/mail/mail-words.ts'
import { findUnsubscriber } from '#src/features/notifications/unsubscribe/queries.ts'
import { ChatChannel, ofChatChannel, showChatChannel } from './chat-channel.ts'

/** Sends outside the transaction. A message that arrives ends a pause. */
export const testChatChannel = commitEndpoint({
  ...ofChatChannel,
  name: 'testChatChannel',
  summary: 'Send a test message to your chat channel',
  method: 'POST',
  workspace: { path: '/account/chat-channel/test', roles: [...roles] },
  status: 200,
  action: 'account.test_chat_channel',
  sends: true,
  response: ChatChannel,
  errors: ['not_found'],
  needs: ['receivers'],
  async run(call) {
    const { actor, organizationId, read, settings, now } = call
    const personId = actor.id
    const [channel] = await read(findChatChannel, { personId })
    const [person] = await read(findUnsubscriber, { personId })
    if (!channel || !person) throw notFound('chat channel')
    const words = mailWords[person.language ?? 'en']
    const footer = { text: words.action, url: `${settings.url}/my-work` }
    const message = { heading: words.test(person.workspace), lines: [], footer }
    const { state, reply = '' } = await postToChat(call, { ...channel, organizationId, personId }, message)
    return call.commit(canonicalDigest({}), async ({ tx, audit }) => {
      if (state === 'accepted') tx.write(recordChatSent, { personId, now: iso(now) })
      else tx.write(recordChatFailure, { personId, reply, limit: maxChatFailures, now: iso(now) })
      audit(personId, { detail: state === 'accepted' ? 'accepted' : reply })
      return showChatChannel(firstOrNotFound(await tx.query(findChatChannel, { personId }), 'chat channel'))
    })
  },
})
