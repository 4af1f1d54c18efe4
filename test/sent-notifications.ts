import { createFindingsClient, findingInput } from './findings-client.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { boot, type Probata } from './system.ts'

/** A Friday, at noon. */
export const friday = Date.parse('2099-11-20T12:00:00.000Z')

/** Decodes words in the encoding Q (RFC 2047), which may be split between words. */
const decodeWords = (value: string): string =>
  value
    .replaceAll(/\?= =\?UTF-8\?Q\?/gi, '')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )

/** The value of a header, with its folded lines joined and its words decoded. */
export const headerOf = (mail: string, name: string): string => {
  const [head = ''] = mail.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const found = lines.find(one => one.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? ''
  return decodeWords(found.slice(name.length + 1).trim())
}

/** A system with a mail server, and what tests of notifications do with both. */
export const bootWithMail = async (env: Readonly<Record<string, string>> = {}) => {
  await using resources = new AsyncDisposableStack()
  const server: MailServer = resources.use(await startMailServer())
  const p: Probata = resources.use(await boot({ env: { SMTP_URL: server.url, ...env } }))
  p.clock.set(friday)
  const client = await createFindingsClient(p)
  const people = await client.people()
  const owned = resources.move()
  const run = async (...jobs: string[]): Promise<void> => {
    for (const job of jobs) await p.system.runJob(job)
  }
  return {
    ...{ p, server, client, people },
    /** Creates a finding of a person, who is notified at once. */
    assign: async (person: string, fields: Readonly<Record<string, unknown>> = {}): Promise<string> => {
      const body = findingInput({ ownerId: people[person], ...fields })
      const { id } = await client.must(201, 'admin', 'POST', '/findings', body)
      return String(id)
    },
    /** Computes notifications of open work. */
    notify: () => run('seal-ledger', 'notify-people'),
    send: () => run('collect-digests', 'send-notifications'),
    /** Moves the clock and sends. */
    async sendAt(time: string): Promise<void> {
      p.clock.set(Date.parse(time))
      await run('seal-ledger', 'notify-people', 'collect-digests', 'send-notifications')
    },
    mailsTo: (address: string): string[] =>
      server.received.filter(({ to }) => to.includes(address)).map(({ text }) => text),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
