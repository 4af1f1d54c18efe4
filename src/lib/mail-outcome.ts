import { nameAllControls } from './direction-controls.ts'

/**
 * The response of a mail server to one mail.
 * - `failed`: the server may accept the mail later. It may even have accepted it already, without our receiving the
 *   response.
 * - `rejected`: the server does not accept this mail, now or later.
 * - `bounced`: the server does not accept mail for this address.
 */
export interface MailOutcome {
  readonly state: 'accepted' | 'failed' | 'rejected' | 'bounced'
  /** The server's response, on one line and without control characters; empty if there was none. */
  readonly reply?: string
}

/** The maximum length of a stored response, in characters. */
const maxReply = 300

/** Matches the enhanced status codes that reject a recipient because of its mailbox or domain (RFC 3463 section 3). */
const aboutAddress = /^5\d\d[ -](?:#?5\.(?:[12]|4\.[46])\.|#?5\.4\.4\b)/
const enhanced = /^5\d\d[ -]#?5\.\d{1,3}\.\d{1,3}\b/

/** The reply codes that concern the mailbox, for responses without an enhanced status code (RFC 5321 section 4.2.3). */
const basicCodes: ReadonlySet<number> = new Set([550, 551, 553, 556])

/**
 * Matches responses that reject us instead of the address, for example because the server does not relay for us or
 * requires a sign-in.
 */
const aboutUs = /\brelay|authenticat|\bspf\b|blacklist|blocklist|block list|denied by policy/i

const isBounce = (reply: string, code: number): boolean => {
  if (aboutUs.test(reply)) return false
  return enhanced.test(reply) ? aboutAddress.test(reply) : basicCodes.has(code)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Converts an error of nodemailer. If the server rejects the sender or the sign-in, the fault is on our side, so the
 * outcome is `failed`.
 */
export const mailOutcomeOf = (error: unknown): MailOutcome => {
  const { response, responseCode: code, command } = Object(error)
  const answer = nameAllControls(textOf(response).replaceAll(/\s+/g, ' ').trim())
  const reply = answer.length > maxReply ? `${answer.slice(0, maxReply)}…` : answer
  if (typeof code !== 'number' || code < 500) return { state: 'failed', reply }
  if (command === 'RCPT TO') return { state: isBounce(answer, code) ? 'bounced' : 'failed', reply }
  return { state: command === 'DATA' ? 'rejected' : 'failed', reply }
}
