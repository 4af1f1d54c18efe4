import { composeMail } from '#src/features/notifications/mail/compose.ts'
import type { Notice } from '#src/features/notifications/mail/reminder.ts'
import type { ChatMessage } from './payloads.ts'

/** The number of records that a message names; chat services limit the length. */
export const maxChatLines = 20

/** The chat message with the same content as the mail. Its heading is the subject of the mail. */
export const composeChat = (notice: Notice, now: number): ChatMessage => {
  const { subject, groups, more, action } = composeMail(notice, '', now)
  const lines = groups.flatMap(({ heading, rows }) => [
    ...(rows.length === 0 ? [{ title: heading, url: undefined, detail: '' }] : []),
    ...rows.map(({ title, url, detail }) => ({ title, url, detail: [heading, detail].filter(Boolean).join(' · ') })),
  ])
  const rest = more === undefined ? [] : [{ title: more, url: undefined, detail: '' }]
  return { heading: subject, lines: [...lines, ...rest], footer: action }
}
