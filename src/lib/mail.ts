import type { Mailbox } from './variable-values.ts'

/** A mail in plain text to one person. */
export interface Letter {
  readonly to: Mailbox
  readonly subject: string
  readonly text: string
}

export interface Mail {
  /** Whether there is a server to send by. */
  readonly configured: boolean
  /** Whether the server took the letter; false without one. Never rejects, and answers within the limit. */
  send(letter: Letter): Promise<boolean>
}

interface Options {
  /** SMTP_URL: `smtp://` turns to TLS where the server offers it, `smtps://` begins with it. */
  readonly url: string | undefined
  readonly from: () => Mailbox
  /** For the whole of one letter, in milliseconds. */
  readonly limitMs?: number
  /** Told why a letter was not taken. */
  readonly failed: (error: unknown) => void
}

const none: Mail = { configured: false, send: async () => false }

const late = (ms: number) => Object.assign(new Error('timed out'), { code: 'ETIMEDOUT', ms })

/** Sends by SMTP, each letter over a connection of its own: invitations are few. */
export const createMail = ({ url, from, limitMs = 10_000, failed }: Options): Mail => {
  if (url === undefined) return none
  // Loaded with the first letter: 80 ms that a server without mail does not spend.
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
          // As objects, which are not parsed: a comma in an address makes no second receiver.
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
