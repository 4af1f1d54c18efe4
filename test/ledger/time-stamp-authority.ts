import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)

const settings = `[tsa]
default_tsa = stamps
[stamps]
serial = serial
crypto_device = builtin
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`

const extensions = 'keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping\n'

export interface TimeStampReply {
  readonly status?: number
  readonly body: Uint8Array
}

/** An openssl time-stamp authority behind HTTP. It has a root, and a signing authority below the root. */
export interface TimeStampAuthority extends AsyncDisposable {
  readonly url: string
  /** The path of the root certificate, in PEM. */
  readonly root: string
  readonly folder: string
  /** The number of queries received over HTTP. */
  readonly queryCount: number
  /** Returns the response of `openssl ts` to a query. */
  reply(query: Uint8Array): Promise<Buffer>
  /** Overrides the authority's responses from now on. */
  override: ((query: Buffer) => Promise<TimeStampReply>) | undefined
}

export const startTimeStampAuthority = async (): Promise<TimeStampAuthority> => {
  const folder = await mkdtemp(join(tmpdir(), 'tsa-'))
  const pathOf = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const newKey = ['req', '-nodes', '-newkey', 'rsa:2048']
  const valid = ['-days', '30']
  await openssl(...newKey, '-x509', '-keyout', 'root.key', '-out', 'root.pem', ...valid, '-subj', '/CN=Stamp root')
  await writeFile(pathOf('extensions'), extensions)
  await openssl(...newKey, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Stamp authority')
  const issue = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', ...valid, '-extfile', 'extensions']
  await openssl('x509', '-req', '-in', 'tsa.csr', ...issue, '-out', 'tsa.pem')
  await writeFile(pathOf('settings'), settings)
  await writeFile(pathOf('serial'), '01\n')

  let queryCount = 0
  let previousQuery: Promise<unknown> = Promise.resolve()
  // Runs one query at a time, because openssl keeps the serial number in a file.
  const reply = (query: Uint8Array): Promise<Buffer> => {
    const currentQuery = previousQuery.then(async () => {
      await writeFile(pathOf('query'), query)
      await openssl('ts', '-reply', '-config', 'settings', '-queryfile', 'query', '-out', 'answer')
      return readFile(pathOf('answer'))
    })
    previousQuery = currentQuery.catch(() => undefined)
    return currentQuery
  }

  const override: { now: TimeStampAuthority['override'] } = { now: undefined }
  const server = createServer(async (request, response) => {
    const query = await buffer(request)
    queryCount++
    if (request.headers['content-type'] !== 'application/timestamp-query') return void response.writeHead(415).end()
    const { status = 200, body } = override.now ? await override.now(query) : { body: await reply(query) }
    response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    root: pathOf('root.pem'),
    folder,
    get queryCount() {
      return queryCount
    },
    reply,
    get override() {
      return override.now
    },
    set override(response) {
      override.now = response
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
