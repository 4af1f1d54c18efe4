import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isConsistent } from '#lib/merkle.ts'
import { type Checkpoint, cosign, parseCheckpoint, textOfNote, vkeyOf } from '#lib/note.ts'

interface Said {
  readonly status: number
  readonly body?: string
  readonly type?: string
}

/**
 * A witness of c2sp.org/tlog-witness for any log. It does not check the keys of logs. Written from the specification,
 * without our code.
 */
export interface TestWitness extends AsyncDisposable {
  /** The witness's entry in PROBATA_WITNESSES. */
  readonly configured: string
  readonly vkey: string
  /** The newest checkpoint of each log, by origin. */
  readonly seen: Map<string, Checkpoint>
  readonly asked: readonly string[]
  /** Cosigns correctly, except that the time is given. */
  dated(body: string, time: number): Said
  /** Overrides the witness's responses from now on. */
  lie: ((body: string) => Said | Promise<Said>) | undefined
}

export const startWitness = async (name: string, clock: { now(): number }): Promise<TestWitness> => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const vkey = vkeyOf(name, publicKey, 'cosignature')
  const seen = new Map<string, Checkpoint>()
  const asked: string[] = []
  const conflict = (size: number): Said => ({ status: 409, body: `${size}\n`, type: 'text/x.tlog.size' })

  const add = (body: string, time = clock.now()): Said => {
    const end = body.indexOf('\n\n')
    const [first = '', ...proof] = body.slice(0, end).split('\n')
    const note = body.slice(end + 2)
    const old = Number(/^old (\d+)$/.exec(first)?.[1])
    const checkpoint = parseCheckpoint(textOfNote(note))
    if (!(old <= checkpoint.size)) return { status: 400 }
    const known = seen.get(checkpoint.origin) ?? { origin: checkpoint.origin, size: 0, root: Buffer.alloc(32) }
    if (known.size !== old) return conflict(known.size)
    const hashes = proof.map(line => Buffer.from(line, 'base64'))
    if (!isConsistent(known, checkpoint, hashes)) return { status: old === checkpoint.size ? 409 : 422 }
    seen.set(checkpoint.origin, checkpoint)
    return { status: 200, body: cosign(textOfNote(note), { name, privateKey }, time) }
  }

  const lies: { now: TestWitness['lie'] } = { now: undefined }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    asked.push(`${request.method} ${request.url}`)
    const { status, body: said = '', type = 'text/plain' } = await (lies.now?.(body) ?? add(body))
    response.writeHead(status, { 'content-type': type }).end(said)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    configured: `${vkey} http://127.0.0.1:${port}/w`,
    vkey,
    seen,
    asked,
    dated: add,
    get lie() {
      return lies.now
    },
    set lie(given) {
      lies.now = given
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
