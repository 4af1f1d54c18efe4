import { nameControls } from './direction-controls.ts'
import { withWayOut } from './untrusted.ts'
import type { Mailbox } from './variable-values.ts'

/** A mail in plain text to one person. */
export interface Letter {
  readonly to: Mailbox
  readonly subject: string
  readonly text: string
}

export interface Mail {
  /** Whether a mail server is configured. */
  readonly configured: boolean
  /**
   * Returns whether the server accepted the mail; false without a server. Never rejects, and returns within the limit.
   */
  send(letter: Letter): Promise<boolean>
}

interface Options {
  /** SMTP_URL: `smtp://` upgrades to TLS if the server offers it, `smtps://` starts with it. */
  readonly url: string | undefined
  readonly from: () => Mailbox
  /** The time limit for one mail, in milliseconds. */
  readonly limitMs?: number
  /** The authorities trusted for the server's certificate; Node's when left out. */
  readonly ca?: string[] | undefined
  /** Called with the reason why a mail was not accepted. */
  readonly failed: (error: unknown) => void
  /** Called when a mail was accepted without the user name and password of the address. */
  readonly warn?: (event: 'mail_without_credentials') => void
}

const none: Mail = { configured: false, send: async () => false }

/** Nodemailer sends without the credentials if the server offers no AUTH; only its log shows whether it used them. */
const watching = (authenticated: () => void) => {
  const nothing = () => undefined
  const info = (entry: unknown) => {
    if (Reflect.get(Object(entry), 'action') === 'authenticated') authenticated()
  }
  return { level: nothing, trace: nothing, debug: nothing, info, warn: nothing, error: nothing, fatal: nothing }
}

const late = (ms: number) => Object.assign(new Error('timed out'), { code: 'ETIMEDOUT', ms })

/** Sends by SMTP, each mail over its own connection: there are few. */
export const createMail = ({ url, from, limitMs = 10_000, ca, failed, warn }: Options): Mail => {
  if (url === undefined) return none
  const hasCredentials = new URL(url).username !== ''
  // Loaded with the first mail: a server without mail saves 80 ms.
  const open = async (authenticated: () => void) => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      ...(ca && { tls: { ca } }),
      logger: watching(authenticated),
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
      const timer = setTimeout(() => reject(late(limitMs)), limitMs)
      let isAuthenticated = false
      const sent = open(() => {
        isAuthenticated = true
      }).then(opened =>
        opened.sendMail({
          // As objects, which are not parsed: a comma in an address adds no second recipient.
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
        failed(withWayOut(error, 'the mail server'))
        return false
      } finally {
        clearTimeout(timer)
        void sent.catch(() => undefined)
      }
    },
  }
}
