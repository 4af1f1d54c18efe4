import type { Letter } from '#lib/mail.ts'
import type { Invitation, Purpose } from './invitation.ts'

interface LinkLetterInput {
  readonly invitation: Invitation
  readonly organization: string
  readonly url: string
}

interface LinkLetterText {
  subject(organization: string): string
  body(input: LinkLetterInput): readonly string[]
}

const formatTime = (timestamp: string): string => `${timestamp.slice(0, 16).replace('T', ' ')} UTC`

const textByPurpose: Readonly<Record<Purpose, LinkLetterText>> = {
  invitation: {
    subject: organization => `Your invitation to ${organization}`,
    body: ({ invitation, organization, url }) => [
      `you are invited to the governance workspace of ${organization}, as ${invitation.role}.`,
      'Open this link to choose a password, or to join with the login that you already have:',
      url,
      `It works once, until ${formatTime(invitation.expiresAt)}.`,
      'If you did not expect this mail, ignore it. Nothing happens unless you open the link.',
    ],
  },
  password_reset: {
    subject: organization => `A new password for ${organization}`,
    body: ({ invitation, organization, url }) => [
      `use this link to choose a new password for the governance workspace of ${organization}:`,
      url,
      `It works once, until ${formatTime(invitation.expiresAt)}. All your sessions end when you use it.`,
      'If you did not request it, ignore this mail. Your password stays the same.',
    ],
  },
}

// Names are user input. On a single line, they cannot pass for a part of the mail.
export const line = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

export const letter = (to: { name: string; address: string }, subject: string, body: readonly string[]): Letter => {
  const name = line(to.name)
  return { to: { ...to, name }, subject, text: [`Hello ${name},`, ...body, 'Probata'].join('\n\n') }
}

/** The mail with a link. */
export const letterForLink = ({ invitation, organization, url }: LinkLetterInput): Letter => {
  const workspace = line(organization)
  const { subject, body } = textByPurpose[invitation.purpose]
  const input = { invitation, organization: workspace, url }
  return letter({ name: invitation.name, address: invitation.email }, subject(workspace), body(input))
}

interface ResetLetterInput {
  readonly name: string
  readonly email: string
  /** The workspaces in which the address has a password. */
  readonly organizations: readonly string[]
  readonly url: string
  readonly expiresAt: string
}

/** The mail to a person who forgot their password. */
export const letterForLogin = ({ name, email, organizations, url, expiresAt }: ResetLetterInput): Letter => {
  const [first = '', ...others] = organizations.map(line)
  const workspaces = `the governance workspace${others.length > 0 ? 's' : ''} of ${[first, ...others].join(', ')}`
  return letter({ name, address: email }, `A new password for ${others.length > 0 ? 'your workspaces' : first}`, [
    `use this link to choose a new password for ${workspaces}:`,
    url,
    `It works once, until ${formatTime(expiresAt)}. All your sessions end when you use it.`,
    'If you did not request it, ignore this mail. Your password stays the same.',
  ])
}

interface BreakGlassUse {
  readonly by: string
  readonly organization: string
  readonly at: string
}

/** The mail to an administrator of a workspace that requires single sign-on. */
export const letterForBreakGlass = (to: Letter['to'], { by, organization, at }: BreakGlassUse): Letter => {
  const workspace = line(organization)
  return letter(to, `Break-glass sign-in to ${workspace}`, [
    `${line(by)} signed in to the governance workspace of ${workspace} with a password, at ${formatTime(at)}.`,
    'The workspace requires single sign-on. This kind of sign-in is only for when the identity provider fails.',
    'If the provider did not fail, ask them for the reason, and end their sessions if no one can explain the sign-in.',
  ])
}

interface FactorLetterInput {
  readonly name: string
  readonly email: string
  readonly organization: string
  readonly url: string
}

export const letterForFactor = ({ name, email, organization, url }: FactorLetterInput): Letter => {
  const workspace = line(organization)
  return letter({ name, address: email }, `Your second factor at ${workspace}`, [
    `a second factor was turned on for your account in the governance workspace of ${workspace}.`,
    'If that was you, confirm that it is yours. Open this link while you are signed in, and enter a code:',
    url,
    'Until then, you and anyone who saw a link to your account count as one person for decisions.',
    'If it was not you, someone else has access to your account: contact an administrator.',
  ])
}

interface AddressLetterInput extends FactorLetterInput {
  readonly newAddress: string
}

export const letterForAddress = ({ name, email, organization, url, newAddress }: AddressLetterInput): Letter => {
  const workspace = line(organization)
  return letter({ name, address: email }, `A new address for your account at ${workspace}`, [
    `the identity provider of ${workspace} has a different e-mail address for you: ${line(newAddress)}.`,
    'You sign in with your current address until you confirm the new one on your account page:',
    url,
    'If you do not recognize the new address, decline it there and contact an administrator.',
  ])
}
