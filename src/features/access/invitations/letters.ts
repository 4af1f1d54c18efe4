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
      'Open this link to choose a password, or to join with the one you have here:',
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

// Names are user input: on one line, they cannot pretend to be part of the mail.
export const line = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

export const letter = (to: { name: string; address: string }, subject: string, body: readonly string[]): Letter => {
  const name = line(to.name)
  return { to: { ...to, name }, subject, text: [`Hello ${name},`, ...body, 'Probata'].join('\n\n') }
}

/** The mail with a link, in plain words. */
export const letterWith = ({ invitation, organization, url }: Facts): Letter => {
  const place = line(organization)
  const { subject, body } = words[invitation.purpose]
  const facts = { invitation, organization: place, url }
  return letter({ name: invitation.name, address: invitation.email }, subject(place), body(facts))
}

interface Forgotten {
  readonly name: string
  readonly email: string
  /** The workspaces in which the address has a password. */
  readonly organizations: readonly string[]
  readonly url: string
  readonly expiresAt: string
}

/** The mail to a person who forgot their password. */
export const letterForLogin = ({ name, email, organizations, url, expiresAt }: Forgotten): Letter => {
  const [first = '', ...others] = organizations.map(line)
  const places = `the governance workspace${others.length > 0 ? 's' : ''} of ${[first, ...others].join(', ')}`
  return letter({ name, address: email }, `A new password for ${others.length > 0 ? 'your workspaces' : first}`, [
    `with this link you choose a new password for ${places}:`,
    url,
    `It works once, until ${until(expiresAt)}. All your sessions end when you use it.`,
    'If you did not ask for it, ignore this mail: your password stays as it is.',
  ])
}

interface BreakGlassUse {
  readonly by: string
  readonly organization: string
  readonly at: string
}

/** The mail to an administrator of a workspace that is entered by single sign-on only. */
export const letterForBreakGlass = (to: Letter['to'], { by, organization, at }: BreakGlassUse): Letter => {
  const place = line(organization)
  return letter(to, `Break-glass sign-in to ${place}`, [
    `${line(by)} signed in to the governance workspace of ${place} with a password, at ${until(at)}.`,
    'The workspace is entered by single sign-on only; this is the way in if the identity provider fails.',
    'If it did not fail, ask them why, and end their sessions if no one can explain the sign-in.',
  ])
}

interface Enrolled {
  readonly name: string
  readonly email: string
  readonly organization: string
  readonly url: string
}

export const letterForFactor = ({ name, email, organization, url }: Enrolled): Letter => {
  const place = line(organization)
  return letter({ name, address: email }, `Your second factor at ${place}`, [
    `a second factor was turned on for your account in the governance workspace of ${place}.`,
    'If that was you, prove that it is yours: open this link while you are signed in, and enter a code:',
    url,
    'Until then, decisions count you and anyone who was shown a link to your account as one person.',
    'If it was not you, another person is in your account: contact an administrator.',
  ])
}

interface Readdressed extends Enrolled {
  readonly newAddress: string
}

export const letterForAddress = ({ name, email, organization, url, newAddress }: Readdressed): Letter => {
  const place = line(organization)
  return letter({ name, address: email }, `A new address for your account at ${place}`, [
    `the identity provider of ${place} has another e-mail address for you: ${line(newAddress)}.`,
    'You sign in with the present one until you confirm the new one on your account page:',
    url,
    'If you do not know the new address, decline it there and contact an administrator.',
  ])
}
