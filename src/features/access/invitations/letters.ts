import type { Letter } from '#lib/mail.ts'
import type { Invitation, Purpose } from './invitation.ts'

interface Facts {
  readonly invitation: Invitation
  readonly organization: string
  readonly url: string
}

interface Words {
  subject(organization: string): string
  body(facts: Facts): readonly string[]
}

const until = (timestamp: string): string => `${timestamp.slice(0, 16).replace('T', ' ')} UTC`

const words: Readonly<Record<Purpose, Words>> = {
  invitation: {
    subject: organization => `Your invitation to ${organization}`,
    body: ({ invitation, organization, url }) => [
      `you are invited to the governance workspace of ${organization}, as ${invitation.role}.`,
      'Open this link to choose a password and sign in:',
      url,
      `It works once, until ${until(invitation.expiresAt)}.`,
      'If you did not expect this mail, ignore it: nothing happens without the link.',
    ],
  },
  password_reset: {
    subject: organization => `A new password for ${organization}`,
    body: ({ invitation, organization, url }) => [
      `with this link you choose a new password for the governance workspace of ${organization}:`,
      url,
      `It works once, until ${until(invitation.expiresAt)}. All your sessions end when you use it.`,
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  },
}

// A name is typed by somebody: on one line, it cannot pretend to be a part of the mail.
const line = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** The mail with a link, in plain words. */
export const letterWith = ({ invitation, organization, url }: Facts): Letter => {
  const name = line(invitation.name)
  const place = line(organization)
  const { subject, body } = words[invitation.purpose]
  const paragraphs = [`Hello ${name},`, ...body({ invitation, organization: place, url }), 'Probata']
  return { to: { name, address: invitation.email }, subject: subject(place), text: paragraphs.join('\n\n') }
}
