import { createFindingsClient, findingInput } from './findings-client.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { boot, type Probata } from './system.ts'

/** Noon of a Friday. */
export const friday = Date.parse('2099-11-20T12:00:00.000Z')

/** Decodes words in the encoding Q (RFC 2047). An encoded character may be split between two words. */
const decodeWords = (value: string): string =>
  value
    .replaceAll(/\?= =\?UTF-8\?Q\?/gi, '')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )

/** Returns the value of a header, with folded lines joined and words decoded. */
export const headerOf = (mail: string, name: string): string => {
  const [head = ''] = mail.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const found = lines.find(one => one.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? ''
  return decodeWords(found.slice(name.length + 1).trim())
}

/** Boots a system with a mail server, and returns the actions of tests of notifications. */
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
    /** Creates a finding that a person owns, who is notified at once. */
    assign: async (person: string, fields: Readonly<Record<string, unknown>> = {}): Promise<string> => {
      const body = findingInput({ ownerId: people[person], ...fields })
      const { id } = await client.must(201, 'admin', 'POST', '/findings', body)
      return String(id)
    },
    /** Computes notifications of open work. */
    notify: () => run('seal-ledger', 'notify-people'),
    send: () => run('collect-digests', 'send-notifications'),
    /** Moves the clock to a time, and sends what is due. */
    async sendAt(time: string): Promise<void> {
      p.clock.set(Date.parse(time))
      await run('seal-ledger', 'notify-people', 'collect-digests', 'send-notifications')
    },
    mailsTo: (address: string): string[] =>
      server.received.filter(({ to }) => to.includes(address)).map(({ text }) => text),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
