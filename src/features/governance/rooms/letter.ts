import type { Letter } from '#lib/mail.ts'
import type { Guest } from './guest.ts'
import type { Room } from './room.ts'

// Names are user input: kept on one line, they cannot imitate other parts of the mail.
const line = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

const until = (timestamp: string): string => `${timestamp.slice(0, 16).replace('T', ' ')} UTC`

/** Renders the mail with the link to a room. */
export const letterToGuest = (guest: Guest, room: Room, url: string): Letter => {
  const [name, organization, title] = [line(guest.name), line(room.organization), line(room.assessmentTitle)]
  const body = [
    `Hello ${name},`,
    `${organization} invites you to audit: ${title}.`,
    'Follow this link to review the material for the audit and to record your verdict:',
    url,
    `It works until ${until(guest.expiresAt)} and is meant for you alone.`,
    'If you did not expect this mail, ignore it.',
    'Probata',
  ]
  return { to: { name, address: guest.email }, subject: `Audit of ${organization}`, text: body.join('\n\n') }
}
