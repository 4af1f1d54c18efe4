import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

interface ReceivedMail {
  /** The envelope sender. */
  readonly from: string
  readonly to: readonly string[]
  /** The headers as they arrived, followed by the decoded body. */
  readonly text: string
}

/** A mail server on loopback that keeps the mails it receives. */
export interface MailServer extends AsyncDisposable {
  /** The value for SMTP_URL. */
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /**
   * The responses to recipients that the server rejects, such as `550 5.1.1 User unknown`. A test may change them at
   * any time.
   */
  readonly refusals: Map<string, string>
  /** Resolves when this many mails have arrived. */
  until(count: number): Promise<void>
  /** Returns the text of the last matching mail to an address, once it has arrived. Ignores the first `after` mails. */
  letter(to: string, pattern: RegExp, after?: number): Promise<string>
}

const decode = (message: string): string => {
  const [head = '', ...body] = message.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (!/^Content-Transfer-Encoding: quoted-printable$/im.test(head)) return message
  const plainText = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(=[0-9A-F]{2})+/g, bytes => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
  return `${head}\r\n\r\n${plainText}`
}

interface Options {
  /** The response to each mail: `take` accepts it, `refuse` rejects it, `hang` never responds. */
  readonly answer?: 'take' | 'refuse' | 'hang'
}

export const startMailServer = async ({ answer = 'take' }: Options = {}): Promise<MailServer> => {
  const mails: ReceivedMail[] = []
  const refusals = new Map<string, string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.get(address)
      if (refusal === undefined) return done()
      done(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        if (answer === 'hang') return
        if (answer === 'refuse') return done(new Error('No such mailbox'))
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ from, to, text: decode(Buffer.concat(chunks).toString()) })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: mails,
    refusals,
    async until(count) {
      await until(`${count} mails`, () => mails.length >= count)
    },
    letter: (address, pattern, after = 0) =>
      until(
        `a mail to ${address} with ${pattern}`,
        () => mails.slice(after).findLast(({ to, text }) => to.includes(address) && pattern.test(text))?.text,
      ),
    [Symbol.asyncDispose]: () => new Promise(resolve => server.close(() => resolve())),
  }
}
