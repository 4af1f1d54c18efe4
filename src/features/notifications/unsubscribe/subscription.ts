import { Type } from 'typebox'
import { kindNames } from '#src/features/notifications/kinds.ts'
import { everyDigest } from '#src/features/notifications/mail/unsubscribe-token.ts'
import { type Subscription, UnsubscribeToken } from './stop-mails.ts'

const MailSubscription = Type.Object(
  {
    workspace: Type.String({ description: 'The name of the workspace that sends the mails.' }),
    what: Type.Enum([everyDigest, ...kindNames], { description: 'The kind of the mails, or the daily digest.' }),
  },
  { title: 'MailSubscription' },
)

export const renderSubscription = ({ workspace, what }: Subscription) => ({
  workspace,
  // The program makes links for these only.
  what: what as (typeof kindNames)[number] | typeof everyDigest,
})

/** The parts of the declarations of the page's operations. */
export const ofUnsubscribePage = {
  tag: 'Account',
  method: 'POST',
  status: 200,
  reason: false,
  body: Type.Object({ token: UnsubscribeToken }, { additionalProperties: false }),
  response: MailSubscription,
  errors: ['not_found', 'rate_limited'],
} as const
