import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isConsistent } from '#lib/merkle.ts'
import { type Checkpoint, cosign, parseCheckpoint, textOfNote, vkeyOf } from '#lib/note.ts'

interface WitnessReply {
  readonly status: number
  readonly body?: string
  readonly type?: string
}

/**
 * A witness as specified by c2sp.org/tlog-witness. It accepts any log, because it does not check the keys of logs. The
 * protocol is written from the specification; proofs and cosignatures use the product's code.
 */
export interface TestWitness extends AsyncDisposable {
  /** The witness's entry in PROBATA_WITNESSES. */
  readonly configured: string
  readonly vkey: string
  /** The newest checkpoint of each log, by origin. */
  readonly seen: Map<string, Checkpoint>
  readonly requests: readonly string[]
  /** Cosigns correctly, but with the given time. */
  cosignAt(body: string, time: number): WitnessReply
  /** Overrides the witness's responses from now on. */
  override: ((body: string) => WitnessReply | Promise<WitnessReply>) | undefined
}

export const startWitness = async (name: string, clock: { now(): number }): Promise<TestWitness> => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const vkey = vkeyOf(name, publicKey, 'cosignature')
  const checkpoints = new Map<string, Checkpoint>()
  const requests: string[] = []
  const conflict = (size: number): WitnessReply => ({ status: 409, body: `${size}\n`, type: 'text/x.tlog.size' })

  const addCheckpoint = (body: string, time = clock.now()): WitnessReply => {
    const end = body.indexOf('\n\n')
    const [first = '', ...proof] = body.slice(0, end).split('\n')
    const note = body.slice(end + 2)
    const oldSize = Number(/^old (\d+)$/.exec(first)?.[1])
    const checkpoint = parseCheckpoint(textOfNote(note))
    if (!(oldSize <= checkpoint.size)) return { status: 400 }
    const knownCheckpoint = checkpoints.get(checkpoint.origin) ?? {
      origin: checkpoint.origin,
      size: 0,
      root: Buffer.alloc(32),
    }
    if (knownCheckpoint.size !== oldSize) return conflict(knownCheckpoint.size)
    const hashes = proof.map(line => Buffer.from(line, 'base64'))
    if (!isConsistent(knownCheckpoint, checkpoint, hashes)) return { status: oldSize === checkpoint.size ? 409 : 422 }
    checkpoints.set(checkpoint.origin, checkpoint)
    return { status: 200, body: cosign(textOfNote(note), { name, privateKey }, time) }
  }

  const override: { now: TestWitness['override'] } = { now: undefined }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    requests.push(`${request.method} ${request.url}`)
    const { status, body: responseBody = '', type = 'text/plain' } = await (override.now?.(body) ?? addCheckpoint(body))
    response.writeHead(status, { 'content-type': type }).end(responseBody)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    configured: `${vkey} http://127.0.0.1:${port}/w`,
    vkey,
    seen: checkpoints,
    requests: requests,
    cosignAt: addCheckpoint,
    get override() {
      return override.now
    },
    set override(response) {
      override.now = response
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
