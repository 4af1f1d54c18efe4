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
  /** SMTP_URL: `smtp://` upgrades to TLS where the server offers it, `smtps://` starts with it. */
  readonly url: string | undefined
  readonly from: () => Mailbox
  /** The time limit for one mail, in milliseconds. */
  readonly limitMs?: number
  /** Called with the reason why a mail was not accepted. */
  readonly failed: (error: unknown) => void
}

const none: Mail = { configured: false, send: async () => false }

const late = (ms: number) => Object.assign(new Error('timed out'), { code: 'ETIMEDOUT', ms })

/** Sends by SMTP, each mail over its own connection: there are few. */
export const createMail = ({ url, from, limitMs = 10_000, failed }: Options): Mail => {
  if (url === undefined) return none
  // Loaded with the first mail: a server without mail saves 80 ms.
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: limitMs,
      greetingTimeout: limitMs,
      socketTimeout: limitMs,
      dnsTimeout: limitMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let transport: ReturnType<typeof open> | undefined
  return {
    configured: true,
    async send({ to, subject, text }) {
      const { promise, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(late(limitMs)), limitMs)
      transport ??= open()
      const sent = transport.then(opened =>
        opened.sendMail({
          // As objects, which are not parsed: a comma in an address adds no second recipient.
          from: { ...from() },
          to: { ...to },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      )
      try {
        await Promise.race([sent, promise])
        return true
      } catch (error) {
        failed(error)
        return false
      } finally {
        clearTimeout(timer)
        void sent.catch(() => undefined)
      }
    },
  }
}
