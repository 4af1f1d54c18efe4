import { choice, flag, number, statement, text } from '#db/statement.ts'
import type { ChatService } from './payloads.ts'

export const findChatChannel = statement(
  'find_chat_channel',
  { personId: text },
  `select service, address, host, with_mail, created_at, failures, reply, sent_at, paused_at from chat_channel
    where organization_id = :organization and person_id = :personId`,
)

export const saveChatChannel = statement(
  'save_chat_channel',
  { personId: text, service: choice<ChatService>, address: text, host: text, withMail: flag, now: text },
  `insert into chat_channel (organization_id, person_id, service, address, host, with_mail, created_at)
   values (:organization, :personId, :service, :address, :host, :withMail, :now::timestamptz)
   on conflict (organization_id, person_id) do update
     set service = excluded.service, address = excluded.address, host = excluded.host, with_mail = excluded.with_mail,
         created_at = excluded.created_at, failures = 0, reply = null, sent_at = null, paused_at = null`,
)

export const setChatWithMail = statement(
  'set_chat_with_mail',
  { personId: text, withMail: flag },
  `update chat_channel set with_mail = :withMail where organization_id = :organization and person_id = :personId`,
)

export const deleteChatChannel = statement(
  'delete_chat_channel',
  { personId: text },
  'delete from chat_channel where organization_id = :organization and person_id = :personId returning service',
)

export const recordChatSent = statement(
  'record_chat_sent',
  { personId: text, now: text },
  `update chat_channel set failures = 0, reply = null, paused_at = null, sent_at = :now::timestamptz
    where organization_id = :organization and person_id = :personId`,
)

/** Counts a message that was not accepted. The channel pauses at the limit. */
export const recordChatFailure = statement(
  'record_chat_failure',
  { personId: text, reply: text, limit: number, now: text },
  `update chat_channel set failures = failures + 1, reply = :reply,
          paused_at = case when failures + 1 >= :limit then coalesce(paused_at, :now::timestamptz) else paused_at end
    where organization_id = :organization and person_id = :personId`,
)
