import { nameControls } from './direction-controls.ts'
import { withRemedy } from './untrusted.ts'
import type { Mailbox } from './variable-values.ts'

/** A plain-text mail to one person. */
export interface Letter {
  readonly to: Mailbox
  readonly subject: string
  readonly text: string
}

export interface Mail {
  /** Whether a mail server is configured. */
  readonly configured: boolean
  /**
   * Returns whether the server accepted the mail; false without a server. Never rejects, and returns within the time
   * limit.
   */
  send(letter: Letter): Promise<boolean>
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
export const noMail: Mail = { configured: false, send: async () => false }

/** Nodemailer omits the credentials if the server offers no AUTH, and only its log shows whether it used them. */
const authenticationLogger = (onAuthenticated: () => void) => {
  const ignore = () => undefined
  const info = (entry: unknown) => {
    if (Reflect.get(Object(entry), 'action') === 'authenticated') onAuthenticated()
  }
  return { level: ignore, trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore }
}

const timeoutError = (ms: number) => Object.assign(new Error('timed out'), { code: 'ETIMEDOUT', ms })

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
  return {
    configured: true,
    async send({ to, subject, text }) {
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
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      )
      try {
        await Promise.race([sent, promise])
        if (hasCredentials && !isAuthenticated) warn?.('mail_without_credentials')
        return true
      } catch (error) {
        failed(withRemedy(error, 'the mail server'))
        return false
      } finally {
        clearTimeout(timer)
        void sent.catch(() => undefined)
      }
    },
  }
}
