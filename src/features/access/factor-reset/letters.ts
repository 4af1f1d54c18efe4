import type { Letter } from '#lib/mail.ts'
import { letter, line } from '#src/features/access/invitations/letters.ts'

interface LetterInput {
  readonly name: string
  readonly email: string
  readonly organization: string
  /** When the second factor is removed, ISO 8601. */
  readonly at?: string | undefined
}

const formatTime = (timestamp = ''): string => `${timestamp.slice(0, 16).replace('T', ' ')} UTC`

/** The mail to a person whose second factor was removed. */
export const letterForRemovedFactor = ({ name, email, organization }: LetterInput): Letter =>
  letter({ name, address: email }, `Your second factor at ${line(organization)} was removed`, [
    `your second factor for the governance workspace of ${line(organization)}, app and passkeys, was removed. Your password alone opens your account now, and your sessions have ended.`,
    'If you asked for this, sign in and set up a new second factor.',
    'If you did not, contact an administrator of your workspace at once.',
  ])

/** The mail to a person whose second factor the operator will remove. */
export const letterForStartedReset = ({ name, email, organization, at }: LetterInput): Letter =>
  letter({ name, address: email }, `Your second factor at ${line(organization)} will be removed`, [
    `the operator of the governance workspace of ${line(organization)} will remove your second factor, app and passkeys, on ${formatTime(at)}. Your sessions have ended, and everyone in the workspace sees this notice until then.`,
    'If you asked for this, do nothing: you get another mail once it is removed.',
    'If you did not, sign in before then with your second factor, choose Cancel in the notice, and notify your administrator.',
  ])
