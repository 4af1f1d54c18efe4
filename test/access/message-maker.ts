import { unsubscribeToken } from '#src/features/notifications/mail/unsubscribe-token.ts'
import type { Probata } from '#test/system.ts'

/** Creates the data that the operations on mail and chat channels change. */
export interface MessageFactory {
  /** Returns the token of a link that stops a person's digests. */
  unsubscribeToken(person: string): string
  /** Gives a person a chat channel to which nothing is sent. */
  chatChannel(person: string): Promise<void>
  /** Records that a mail to a person bounced, which pauses their mail; returns the person's id. */
  bounce(person: string): Promise<string>
}

export const messagesOf = (
  p: Probata,
  { id, people }: { readonly id: string; readonly people: ReadonlyMap<string, string> },
): MessageFactory => {
  const idOf = (person: string) => people.get(person) ?? ''
  return {
    unsubscribeToken: person =>
      unsubscribeToken(p.system.services.sealer, { organizationId: id, personId: idOf(person), what: 'digest' }),
    async chatChannel(person) {
      await p.sql(
        `insert into chat_channel (organization_id, person_id, service, address, host, with_mail, created_at)
         values ($1, $2, 'mattermost', 'unreadable', 'chat.example', true, now()) on conflict do nothing`,
        [id, idOf(person)],
      )
    },
    async bounce(person) {
      await p.sql(
        `insert into mail_bounce (organization_id, person_id, address, reply, bounced_at)
         values ($1, $2, 'x@example.com', '550 5.1.1 User unknown', now()) on conflict do nothing`,
        [id, idOf(person)],
      )
      return idOf(person)
    },
  }
}
