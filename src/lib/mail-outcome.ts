import { nameAllControls } from './direction-controls.ts'

/**
 * The answer of a mail server to one mail.
 * - `failed`: the mail may be accepted later. The server may also have accepted it without our hearing of it.
 * - `rejected`: it does not take this mail, now or later.
 * - `bounced`: it does not take mail for this address.
 */
export interface MailOutcome {
  readonly state: 'accepted' | 'failed' | 'rejected' | 'bounced'
  /** The server's answer, on one line and without control characters; empty if there was none. */
  readonly reply?: string
}

/** The longest answer that is kept. */
const maxReply = 300

/** Enhanced status codes of a refused recipient that are about the mailbox or its domain (RFC 3463 section 3). */
const aboutAddress = /^5\d\d[ -](?:#?5\.(?:[12]|4\.[46])\.|#?5\.4\.4\b)/
const enhanced = /^5\d\d[ -]#?5\.\d{1,3}\.\d{1,3}\b/

/** Answers without an enhanced status code that are about the mailbox (RFC 5321 section 4.2.3). */
const basicCodes: ReadonlySet<number> = new Set([550, 551, 553, 556])

/** A server that does not relay for us, or requires a sign-in, says nothing about the address. */
const aboutUs = /\brelay|authenticat|\bspf\b|blacklist|blocklist|block list|denied by policy/i

const isBounce = (reply: string, code: number): boolean => {
  if (aboutUs.test(reply)) return false
  return enhanced.test(reply) ? aboutAddress.test(reply) : basicCodes.has(code)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads an error of nodemailer. A refusal of the sender or of the sign-in is ours to repair, so it is `failed`. */
export const mailOutcomeOf = (error: unknown): MailOutcome => {
  const { response, responseCode: code, command } = Object(error)
  const answer = nameAllControls(textOf(response).replaceAll(/\s+/g, ' ').trim())
  const reply = answer.length > maxReply ? `${answer.slice(0, maxReply)}…` : answer
  if (typeof code !== 'number' || code < 500) return { state: 'failed', reply }
  if (command === 'RCPT TO') return { state: isBounce(answer, code) ? 'bounced' : 'failed', reply }
  return { state: command === 'DATA' ? 'rejected' : 'failed', reply }
}
