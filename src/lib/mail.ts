import { nameControls } from './direction-controls.ts'
import { type MailOutcome, mailOutcomeOf } from './mail-outcome.ts'
import { withRemedy } from './untrusted.ts'
import type { Mailbox } from './variable-values.ts'

/** A mail to one person. */
export interface Letter {
  readonly to: Mailbox
  readonly subject: string
  readonly text: string
  /** The same content as HTML. */
  readonly html?: string
  /** The id with angle brackets. A repeat of a mail has the id of the first, so that mail systems can drop it. */
  readonly messageId?: string
  /** The time in the header Date, in milliseconds; by default now. */
  readonly date?: number
  /** The ids of earlier mails of the same thread. */
  readonly references?: string
  /** Headers of other names. Values are one line of ASCII. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Mail {
  /** Whether a mail server is configured. */
  readonly configured: boolean
  /**
   * Returns whether the server accepted the mail; false without a server. Never rejects, and returns within the time
   * limit.
   */
  send(letter: Letter): Promise<boolean>
  /** Like `send`, but returns the server's response. */
  deliver(letter: Letter): Promise<MailOutcome>
  /** The host of the sender's address: the domain of Message-ID and List-Id. */
  readonly domain: string
}

interface Options {
  /** SMTP_URL: `smtp://` upgrades to TLS if the server offers it, `smtps://` starts with TLS. */
  readonly url: string | undefined
  readonly from: () => Mailbox
  /** The time limit for one mail, in milliseconds. */
  readonly limitMs?: number
  /** The certificate authorities to trust for the server; Node's when left out. */
  readonly ca?: string[] | undefined
  /** Called with the reason if a mail was not accepted. */
  readonly failed: (error: unknown) => void
  /** Called if a mail was accepted without the credentials in the address. */
  readonly warn?: (event: 'mail_without_credentials') => void
}

/** For installs without a mail server: sends nothing. */
export const noMail: Mail = {
  configured: false,
  send: async () => false,
  deliver: async () => ({ state: 'failed', reply: '' }),
  domain: 'localhost',
}

/** Nodemailer omits the credentials if the server offers no AUTH, and only its log shows whether it used them. */
const authenticationLogger = (onAuthenticated: () => void) => {
  const ignore = () => undefined
  const info = (entry: unknown) => {
    if (Reflect.get(Object(entry), 'action') === 'authenticated') onAuthenticated()
  }
  return { level: ignore, trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore }
}

/**
 * Keeps each header on one line, regardless of its length. Nodemailer begins a long header with a line break, which
 * some programs that look for List-Unsubscribe do not expect.
 */
const unfolded = (headers: Letter['headers'] = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const line = value.replaceAll(/[\r\n]+/g, ' ')
      return [name, { prepared: true, foldLines: false, value: line }]
    }),
  )

const timeoutError = (ms: number) => Object.assign(new Error('timed out'), { code: 'ETIMEDOUT', ms })

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Creates a sender that uses SMTP. Opens a connection for each mail, because mails are rare. */
export const createMail = ({ url, from, limitMs = 10_000, ca, failed, warn }: Options): Mail => {
  if (url === undefined) return noMail
  const hasCredentials = new URL(url).username !== ''
  // Loads nodemailer for the first mail, which saves a server without mail 80 ms.
  const open = async (onAuthenticated: () => void) => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      ...(ca && { tls: { ca } }),
      logger: authenticationLogger(onAuthenticated),
      connectionTimeout: limitMs,
      greetingTimeout: limitMs,
      socketTimeout: limitMs,
      dnsTimeout: limitMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  const deliver = async ({
    to,
    subject,
    text,
    html,
    messageId,
    date,
    references,
    headers,
  }: Letter): Promise<MailOutcome> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(timeoutError(limitMs)), limitMs)
    let isAuthenticated = false
    const sent = open(() => {
      isAuthenticated = true
    }).then(transport =>
      transport.sendMail({
        // Objects are not parsed, so a comma in an address cannot add a recipient.
        from: { ...from() },
        to: { ...to },
        subject: nameControls(subject),
        text: nameControls(text),
        ...(html !== undefined && { html }),
        ...(messageId !== undefined && { messageId }),
        ...(date !== undefined && { date: new Date(date) }),
        ...(references !== undefined && { references }),
        headers: { 'Auto-Submitted': 'auto-generated', ...unfolded(headers) },
      }),
    )
    try {
      await Promise.race([sent, promise])
      if (hasCredentials && !isAuthenticated) warn?.('mail_without_credentials')
      return { state: 'accepted' }
    } catch (error) {
      failed(withRemedy(error, 'the mail server'))
      return mailOutcomeOf(error)
    } finally {
      clearTimeout(timer)
      void sent.catch(() => undefined)
    }
  }
  return {
    configured: true,
    deliver,
    async send(letter) {
      const outcome = await deliver(letter)
      return outcome.state === 'accepted'
    },
    get domain() {
      return domainOf(from().address)
    },
  }
}
