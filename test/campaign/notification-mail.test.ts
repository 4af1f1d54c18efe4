import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { minute } from '#lib/clock.ts'
import { createFindingsClient, findingInput } from '#test/findings-client.ts'
import { workspace } from '#test/fixture.ts'
import { certificates } from '#test/receivers/certificates.ts'
import { type Postfix, startPostfix, withoutPostfix } from '#test/receivers/postfix.ts'
import { boot } from '#test/system.ts'
import { findExecutable } from '#test/tools.ts'
import { until } from '#test/until.ts'

const run = promisify(execFile)
const skip = withoutPostfix || (findExecutable('python3') ? false : 'python3 is missing')

const users = ['admin', 'reviewer', 'contributor', 'auditor', 'later']
const start = Date.parse('2099-11-20T12:00:00.000Z')

/** A mail as parsed by Python's email package, which shares no code with the sender. */
interface ParsedMail {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly defects: readonly string[]
  readonly parts: readonly { readonly type: string; readonly text: string }[]
  readonly longestLine: number
}

const parser = `
import email, email.policy, json, sys
raw = sys.stdin.buffer.read()
m = email.message_from_bytes(raw, policy=email.policy.SMTPUTF8)
parts = [p for p in m.walk() if not p.is_multipart()]
print(json.dumps({
  'headers': [[k, str(v)] for k, v in m.items()],
  'defects': [type(d).__name__ for p in m.walk() for d in p.defects] + [type(d).__name__ for v in m.values() for d in getattr(v, 'defects', [])],
  'parts': [{'type': p.get_content_type(), 'text': p.get_content()} for p in parts],
  'longestLine': max(len(l) for l in raw.split(b'\\n')),
}))`

const parse = async (mail: Buffer): Promise<ParsedMail> => {
  const running = run('python3', ['-c', parser], { maxBuffer: 10_000_000 })
  running.child.stdin?.end(mail)
  return JSON.parse((await running).stdout)
}

const header = ({ headers }: ParsedMail, wanted: string): string =>
  headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1].trim() ?? ''

/**
 * Starts a proxy in front of the mail server. After `loseNextAnswer`, it drops the server's response to the next mail,
 * although the server has accepted the mail.
 */
const startProxy = async (port: number) => {
  let loses = false
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined))
    let awaitsAnswer = false
    client.on('data', (data: Buffer) => {
      awaitsAnswer ||= loses && data.toString('latin1').endsWith('\r\n.\r\n')
      upstream.write(data)
    })
    upstream.on('data', (data: Buffer) => {
      if (awaitsAnswer && /^250 /m.test(data.toString('latin1'))) {
        loses = false
        client.destroy()
        upstream.end('QUIT\r\n')
      } else client.write(data)
    })
    client.on('close', () => upstream.end())
    upstream.on('close', () => client.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    loseNextAnswer() {
      loses = true
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const isDelivered = (postfix: Postfix, mailbox: string, count: number): Promise<ParsedMail[]> =>
  until(`${count} mails for ${mailbox}`, async () => {
    const mails = await postfix.delivered(mailbox)
    return mails.length >= count ? Promise.all(mails.map(parse)) : undefined
  })

const withAddresses = {
  organizations: workspace.organizations.map(organization => ({
    ...organization,
    users: organization.users.map(user => ({
      ...user,
      email: user.email.replace('second.reviewer@', 'gone@'),
    })),
  })),
}

/** `tls` sets how the connection to Postfix is protected. The proxy can read it only without TLS. */
const bootWithPostfix = async (tls: 'requireTLS' | 'ignoreTLS' = 'requireTLS') => {
  await using resources = new AsyncDisposableStack()
  const { unknown } = await certificates()
  const postfix = resources.use(await startPostfix(unknown, { domain: 'acme.example', users }))
  const proxy = resources.use(await startProxy(postfix.port))
  const ca = join(tmpdir(), `probata-mail-ca-${process.pid}.pem`)
  await writeFile(ca, unknown.authority)
  const p = resources.use(
    await boot({
      provision: withAddresses,
      env: {
        SMTP_URL: `smtp://localhost:${proxy.port}?${tls}=true`,
        PROBATA_CA_FILE: ca,
        PROBATA_MAIL_FROM: 'Probata <no-reply@probata.example>',
      },
    }),
  )
  p.clock.set(start)
  const client = await createFindingsClient(p)
  const people = await client.people()
  const owned = resources.move()
  return {
    ...{ p, postfix, proxy, client, people },
    async assign(person: string, title: string) {
      const path = '/findings'
      await client.must(201, 'admin', 'POST', path, findingInput({ title, ownerId: people[person] }))
      await p.system.runJob('send-notifications')
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

describe('mail through Postfix', { skip }, () => {
  test('hostile titles arrive over STARTTLS as a mail that an independent parser reads without a defect', async () => {
    await using s = await bootWithPostfix()
    const titles = [
      'Backup',
      '.dot at the start',
      'line\u2028break\u0085and <b>markup</b> & "quotes"',
      'Bcc: someone@else.example',
      'שלום עולם – תעודה',
      '\u202Eevil\u202C',
      '日本語のタイトル'.repeat(60),
      'x'.repeat(200),
      '👩‍👩‍👧‍👦'.repeat(30),
    ]
    for (const title of titles) await s.assign('contributor', title)
    const mails = await isDelivered(s.postfix, 'contributor', titles.length)
    for (const mail of mails) {
      assert.deepEqual(mail.defects, [], header(mail, 'subject'))
      assert.deepEqual(
        mail.parts.map(({ type }) => type),
        ['text/plain', 'text/html'],
      )
      assert.equal(header(mail, 'to'), 'contributor of acme <contributor@acme.example>')
      assert.equal(header(mail, 'bcc'), '')
      assert.match(header(mail, 'message-id'), /^<ndl_\w{26}@probata\.example>$/)
      assert.match(header(mail, 'list-unsubscribe'), /^<http:\/\/127\.0\.0\.1:\d+\/api\/unsubscribe\/[\w-]+>$/)
      assert.match(header(mail, 'received'), /with ESMTPS/)
      assert.ok(mail.longestLine <= 998, String(mail.longestLine))
      const [text, html] = mail.parts
      assert.ok(text && Math.max(...text.text.split('\n').map(line => (/https?:/.test(line) ? 0 : line.length))) <= 160)
      assert.doesNotMatch(html?.text ?? '', /<b>markup|<img|<script|src=|@import|url\(/)
      assert.doesNotMatch(`${text?.text}${html?.text}`, /\u202E/)
      for (const url of (html?.text ?? '').matchAll(/href="([^"]*)"/g))
        assert.match(url[1] ?? '', /^http:\/\/127\.0\.0\.1:\d+\//)
    }
    const subjects = mails.map(mail => header(mail, 'subject'))
    assert.ok(subjects.includes('Assigned to you: Backup'))
    assert.ok(subjects.includes('Assigned to you: \u2068שלום עולם – תעודה\u2069'))
    assert.ok(subjects.includes('Assigned to you: [U+202E]evil'.concat('[U+202C]')))
    assert.equal(new Set(mails.map(mail => header(mail, 'message-id'))).size, titles.length)
  })

  test('an unknown mailbox is a bounce, and a greylisted one is tried again', async () => {
    await using s = await bootWithPostfix()
    await s.p.sql(
      `update person set record = replace(record, 'auditor@acme.example', 'later@acme.example') where record like '%auditor@acme%'`,
    )
    await s.assign('gone', 'Gone')
    await s.assign('auditor', 'Later')
    const { bounces } = await s.client.get('admin', '/people/mail-bounces')
    assert.deepEqual(
      bounces.map(({ address }: { address: string }) => address),
      ['gone@acme.example'],
    )
    assert.match(
      bounces[0].reply,
      /^550 5\.1\.1 <gone@acme\.example>: Recipient address rejected: User unknown in virtual/,
    )
    const [delivery] = await s.p.sql('select state, attempts from notification_delivery where person_id = $1', [
      s.people.auditor,
    ])
    assert.deepEqual(delivery, { state: 'pending', attempts: 1 })
  })

  test('a mail whose acceptance was not heard is repeated once, with the same Message-ID', async () => {
    await using s = await bootWithPostfix('ignoreTLS')
    s.proxy.loseNextAnswer()
    await s.assign('contributor', 'Heard twice')
    await isDelivered(s.postfix, 'contributor', 1)
    s.p.clock.advance(2 * minute)
    await s.p.system.runJob('send-notifications')
    s.p.clock.advance(10 * minute)
    await s.p.system.runJob('send-notifications')
    const mails = await isDelivered(s.postfix, 'contributor', 2)
    assert.equal(mails.length, 2)
    assert.equal(new Set(mails.map(mail => header(mail, 'message-id'))).size, 1)
    assert.equal(new Set(mails.map(mail => header(mail, 'date'))).size, 1)
  })
})
