import type { Letter } from '#lib/mail.ts'
import { letter, line } from '#src/features/access/invitations/letters.ts'

interface Facts {
  readonly name: string
  readonly email: string
  readonly organization: string
  readonly provider: string
}

/** The mail with the link that connects a person with an identity at the provider. */
export const letterToConnect = ({
  name,
  email,
  organization,
  provider,
  url,
}: Facts & { readonly url: string }): Letter =>
  letter({ name, address: email }, `Connect your sign-on at ${line(organization)}`, [
    `someone signed on at ${line(provider)} with your e-mail address, and wants to enter the governance workspace of ${line(organization)} as you.`,
    'If that was you, open this link within an hour and sign on again; your account is connected then:',
    url,
    'If it was not you, do not open the link, and contact an administrator of your workspace.',
  ])

/** The mail to a person whose account was connected. */
export const letterOfConnection = ({ name, email, organization, provider }: Facts): Letter =>
  letter({ name, address: email }, `Your sign-on at ${line(organization)} is connected`, [
    `your account in the governance workspace of ${line(organization)} is now connected with a sign-on at ${line(provider)}, which opens it from now on.`,
    'If that was not you, contact an administrator of your workspace at once.',
  ])

/** The mail to a person whose connection was removed. */
export const letterOfRemovedConnection = ({ name, email, organization, provider }: Facts): Letter =>
  letter({ name, address: email }, `Your sign-on at ${line(organization)} is no longer connected`, [
    `the connection of your account in the governance workspace of ${line(organization)} with your sign-on${provider && ` at ${line(provider)}`} was removed. Sessions that it opened have ended.`,
    'To connect it again, sign on there and open the link that is mailed to you, or choose Connect my sign-on on the page of your account.',
    'If you do not know why it was removed, ask an administrator of your workspace.',
  ])
