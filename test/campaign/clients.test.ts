/**
 * Uploads in the form in which common HTTP clients send them. Clients that are installed are run; the requests of the
 * others are written byte by byte.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { prover, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { jars, missingTools } from '#test/tools.ts'

const clients = join(import.meta.dirname, '..', 'clients')

interface Upload {
  readonly name: string
  readonly announced: string
  /** The filename that is passed to the client. */
  readonly sent: string
}

const uploads = {
  ascii: { name: 'report.txt', announced: 'text/plain', sent: 'text/plain' },
  unicode: { name: 'Prüfung 証跡.pdf', announced: 'application/pdf', sent: 'application/pdf' },
  quote: { name: 'a"b.txt', announced: 'text/plain', sent: 'text/plain' },
  parameter: { name: 'table.csv', announced: 'text/csv; charset=utf-8', sent: 'text/csv;charset="UTF-8"' },
} as const satisfies Record<string, Upload>

type Kind = keyof typeof uploads
const kinds = Object.keys(uploads) as Kind[]

interface Client {
  readonly command: readonly [program: string, ...args: string[]]
  /** The name of the client's row in test/tools.ts. */
  readonly needs?: string
  /** The uploads that the client cannot send, each with its expected status. All other uploads must get 201. */
  readonly rejected?: Partial<Record<Kind, RegExp>>
}

const javaWith = (library: string): Client['command'] => [
  'java',
  '-cp',
  jars.join(':'),
  join(clients, 'upload.java'),
  library,
]
/** Runs Debian's Python, which finds Debian's libraries, instead of another Python on PATH. */
const python = (library: string): Client['command'] => ['/usr/bin/python3', join(clients, 'upload.py'), library]

const programs: Readonly<Record<string, Client>> = {
  'fetch of Node': { command: [process.execPath, join(clients, 'upload.mjs')] },
  curl: { command: ['/bin/sh', join(clients, 'upload.sh')], needs: 'curl' },
  requests: { command: python('requests'), needs: 'Python’s HTTP clients' },
  'requests-toolbelt': { command: python('toolbelt'), needs: 'Python’s HTTP clients' },
  httpx: { command: python('httpx'), needs: 'Python’s HTTP clients' },
  aiohttp: { command: python('aiohttp'), needs: 'Python’s HTTP clients' },
  'Net::HTTP of Ruby': { command: ['ruby', join(clients, 'upload.rb')], needs: 'ruby' },
  LWP: { command: ['perl', join(clients, 'upload.pl'), 'lwp'], needs: 'Perl’s HTTP clients' },
  'HTTP::Tiny::Multipart': {
    command: ['perl', join(clients, 'upload.pl'), 'tiny'],
    needs: 'Perl’s HTTP clients',
    rejected: { quote: /^The upload was rejected: Content-Disposition is malformed: a quote .* is sent as %22 or/ },
  },
  'curl of PHP': { command: ['php', join(clients, 'upload.php')], needs: 'php' },
  'mime/multipart of Go': { command: ['go', 'run', join(clients, 'upload.go')], needs: 'go' },
  'Apache HttpClient of Java': {
    command: javaWith('httpmime'),
    needs: 'Java’s HTTP clients',
    rejected: { unicode: /file name of the upload differs from its intent: .*"Pr\?fung \?\?\.pdf".*in UTF-8/ },
  },
  'Apache HttpClient of Java in RFC6532 mode': { command: javaWith('httpmime-rfc6532'), needs: 'Java’s HTTP clients' },
  'Apache HttpClient of Java in browser mode': { command: javaWith('httpmime-browser'), needs: 'Java’s HTTP clients' },
  'OkHttp of Java': { command: javaWith('okhttp'), needs: 'Java’s HTTP clients' },
}

const missing = new Set(missingTools().map(([name]) => name))

const skipReason = ({ needs = '' }: Client): string | false =>
  process.env.CI !== 'true' && missing.has(needs) && `not run: ${needs} is missing; \`npm run tools\``

const raw = (head: string): string => `--xYz\r\n${head}\r\n\r\nproof\r\n--xYz--\r\n`
/** Requests in the form in which clients that are not installed here write them. */
const handWritten: readonly (readonly [client: string, Upload, head: string])[] = [
  [
    '.NET',
    uploads.ascii,
    `Content-Type: text/plain\r\nContent-Disposition: form-data; name=file; filename=report.txt; filename*=utf-8''report.txt`,
  ],
  [
    '.NET',
    uploads.unicode,
    `Content-Type: application/pdf\r\nContent-Disposition: form-data; name=file; filename="=?utf-8?B?UHLDvGZ1bmcg6Ki86LehLnBkZg==?="; filename*=utf-8''Pr%C3%BCfung%20%E8%A8%BC%E8%B7%A1.pdf`,
  ],
  [
    'reqwest',
    uploads.unicode,
    `Content-Disposition: form-data; name="file"; filename*=utf-8''Pr%C3%BCfung%20%E8%A8%BC%E8%B7%A1.pdf\r\nContent-Type: application/pdf`,
  ],
  [
    'OkHttp 5',
    uploads.quote,
    `Content-Disposition: form-data; name="file"; filename="a%22b.txt"\r\nContent-Type: text/plain`,
  ],
  [
    'Spring',
    uploads.unicode,
    `Content-Disposition: form-data; name="file"; filename="=?UTF-8?Q?Pr=C3=BCfung_=E8=A8=BC=E8=B7=A1.pdf?="; filename*=UTF-8''Pr%C3%BCfung%20%E8%A8%BC%E8%B7%A1.pdf\r\nContent-Type: application/pdf\r\nContent-Length: 5`,
  ],
]

describe('uploads by standard clients', { concurrency: false }, () => {
  let p: Probata
  let folder: string
  let file: string
  let token: string
  let announce: (upload: Upload) => Promise<string>

  before(async () => {
    p = await boot()
    folder = await mkdtemp(join(tmpdir(), 'probata-clients-'))
    file = join(folder, 'proof.bin')
    await writeFile(file, 'proof')
    token = await p.token('acme-scanner')
    const client = prover(p, () => token)
    const claimId = await client.newClaim()
    announce = async ({ name, announced }) => {
      const { status, body } = await client.announce(claimId, { ...textFile('proof', name), type: announced })
      assert.equal(status, 201)
      return `${p.url}${body.upload.path}`
    }
  })
  after(async () => {
    await p[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  for (const [name, client] of Object.entries(programs))
    test(name, { skip: skipReason(client) }, async () => {
      const announcements: string[] = []
      for (const kind of kinds)
        announcements.push(await announce(uploads[kind]), file, uploads[kind].name, uploads[kind].sent)
      const [program, ...args] = client.command
      const env = { ...process.env, LC_ALL: 'C.UTF-8', UPLOAD_TOKEN: token }
      const { stdout } = await promisify(execFile)(program, [...args, ...announcements], { env })
      const resultLines = stdout.trim().split('\n')
      assert.equal(resultLines.length, kinds.length, stdout)
      for (const [i, kind] of kinds.entries()) {
        const [status, text = ''] = resultLines[i]?.split('\t') ?? []
        const expectedError = client.rejected?.[kind]
        const body = JSON.parse(text)
        if (expectedError) assert.match(body.message, expectedError, kind)
        else
          assert.deepEqual([status, body.attachment?.originalFilename], ['201', uploads[kind].name], `${kind}: ${text}`)
      }
    })

  for (const [name, upload, head] of handWritten)
    test(`${name}, byte by byte: ${upload.name}`, async () => {
      const url = await announce(upload)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary="xYz"' }
      const response = await fetch(url, { method: 'POST', headers, body: raw(head) })
      assert.equal(response.status, 201, await response.text())
    })
})
