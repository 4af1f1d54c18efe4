import { Type } from 'typebox'
import type { RowOf } from '#db/statement.ts'
import { roles } from '#http/access.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { chatServices } from '#src/features/notifications/chat/payloads.ts'
import type { findChatChannel } from '#src/features/notifications/chat/queries.ts'

export const ChatServiceField = Type.Enum([...chatServices], {
  description: 'teams: a webhook of the app Workflows (Power Automate).',
})

/** Where a person also gets notifications. The address is a secret and is never shown. */
export const ChatChannel = Type.Object(
  {
    service: ChatServiceField,
    host: Type.String({ description: 'The host of the address.' }),
    withMail: Type.Boolean({ description: 'Whether notifications are mailed as well.' }),
    createdAt: Timestamp,
    sentAt: Nullable(Timestamp),
    failures: Type.Integer({ description: 'The number of messages in a row that were not accepted.' }),
    failure: Nullable(Type.String({ description: 'The status of the last one, or why there was none.' })),
    pausedAt: Nullable({
      ...Timestamp,
      description: 'Since when nothing is sent, after five failures. A test message that arrives ends the pause.',
    }),
  },
  { title: 'ChatChannel' },
)

export const showChatChannel = (row: RowOf<typeof findChatChannel>) => ({
  service: row.service,
  host: row.host,
  withMail: row.with_mail,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  failures: row.failures,
  failure: row.reply,
  pausedAt: row.paused_at?.toISOString() ?? null,
})

export const withMailField = Type.Boolean({ description: 'Whether notifications are mailed as well.' })

/** The parts of the declarations of a person's chat channel. */
export const ofChatChannel = {
  tag: 'Account',
  reason: false,
  workspace: { path: '/account/chat-channel', roles: [...roles] },
} as const
