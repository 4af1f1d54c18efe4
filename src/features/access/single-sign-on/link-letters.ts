import type { Letter } from '#lib/mail.ts'
import { letter, line } from '#src/features/access/invitations/letters.ts'

interface LinkLetterFields {
  readonly name: string
  readonly email: string
  readonly organization: string
  readonly provider: string
}

/** The mail with the link that connects a person to an identity at the provider. */
export const letterToConnect = ({
  name,
  email,
  organization,
  provider,
  url,
}: LinkLetterFields & { readonly url: string }): Letter =>
  letter({ name, address: email }, `Connect your sign-on at ${line(organization)}`, [
    `someone signed on at ${line(provider)} with your e-mail address, and wants to sign in to the governance workspace of ${line(organization)} as you.`,
    'If that was you, open this link within an hour and sign on again to connect your account:',
    url,
    'If it was not you, do not open the link, and contact an administrator of your workspace.',
  ])

/** The mail to a person whose account was connected. */
export const letterForConnection = ({ name, email, organization, provider }: LinkLetterFields): Letter =>
  letter({ name, address: email }, `Your sign-on at ${line(organization)} is connected`, [
    `your account in the governance workspace of ${line(organization)} is now connected to a sign-on at ${line(provider)}. From now on, you can use it to sign in.`,
    'If that was not you, contact an administrator of your workspace at once.',
  ])

/** The mail to a person whose connection was removed. */
export const letterForRemovedConnection = ({ name, email, organization, provider }: LinkLetterFields): Letter =>
  letter({ name, address: email }, `Your sign-on at ${line(organization)} is no longer connected`, [
    `the connection between your account in the governance workspace of ${line(organization)} and your sign-on${provider && ` at ${line(provider)}`} was removed. Sessions that it opened have ended.`,
    'To connect it again, sign on there and open the link that is mailed to you, or choose Connect my sign-on on the page of your account.',
    'If you do not know why it was removed, ask an administrator of your workspace.',
  ])
