import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { freePort } from './free-port.ts'

interface Key {
  /** The keys by version, from 1. An old key may be missing. */
  readonly versions: (Buffer | undefined)[]
}

interface VaultResponse {
  readonly status: number
  readonly body: object
}

/** The response during a fault. `hang` never responds. */
export type Fault = 'sealed' | 'garbage' | 'wrong' | 'huge' | 'redirect' | 'hang' | 'accepts-anything'

export interface Vault extends AsyncDisposable {
  readonly address: string
  /** Creates a token that may use the keys of a namespace, or without a namespace if none is given. */
  allow(token: string, namespace?: string): void
  revoke(token: string): void
  /** Creates a key of the engine at `transit`. A second call rotates it. */
  rotate(name: string): void
  /** Removes an old version of a key, as `min_decryption_version` does. */
  forgetVersion(name: string, version: number): void
  remove(name: string): void
  fault: Fault | undefined
  /** The paths of the requests below /v1/, in order. */
  readonly requestedPaths: string[]
  /** The body of every request. */
  readonly bodies: string[]
}

const errors = (status: number, ...messages: string[]): VaultResponse => ({ status, body: { errors: messages } })
const denied = errors(403, 'permission denied')
const form = /^vault:v(\d+):([A-Za-z0-9+/=]+)$/

const encrypt = (key: Buffer, plaintext: Buffer): Buffer => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (key: Buffer, box: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12)).setAuthTag(box.subarray(-16))
  return Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()])
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/**
 * The part of HashiCorp Vault's HTTP API that wraps keys, in memory: tokens, namespaces, the transit engine with
 * versions of real keys, and its errors. Its port is below the ephemeral ones.
 */
export const startVault = async (): Promise<Vault> => {
  const tokens = new Map<string, string>()
  const keys = new Map<string, Key>()

  const handleEncrypt = (name: string, { plaintext }: { plaintext?: unknown }): VaultResponse => {
    const versions = keys.get(name)?.versions ?? []
    const key = versions.at(-1)
    if (!key || typeof plaintext !== 'string') return errors(400, 'encryption key not found')
    const box = encrypt(key, Buffer.from(plaintext, 'base64'))
    const version = versions.length
    return {
      status: 200,
      body: { data: { ciphertext: `vault:v${version}:${box.toString('base64')}`, key_version: version } },
    }
  }

  const handleDecrypt = (name: string, { ciphertext }: { ciphertext?: unknown }): VaultResponse => {
    const [, version, box = ''] = form.exec(String(ciphertext)) ?? []
    const key = keys.get(name)
    if (!key) return errors(400, 'encryption key not found')
    const versionKey = key.versions[Number(version) - 1]
    if (!versionKey) return errors(400, 'ciphertext or signature version is disallowed by policy (too old)')
    try {
      const plaintext = decrypt(versionKey, Buffer.from(box, 'base64'))
      return { status: 200, body: { data: { plaintext: plaintext.toString('base64') } } }
    } catch {
      if (vault.fault === 'accepts-anything')
        return { status: 200, body: { data: { plaintext: randomBytes(32).toString('base64') } } }
      return errors(400, 'invalid ciphertext: unable to decrypt')
    }
  }

  const respond = (request: IncomingMessage, body: string): VaultResponse => {
    const {
      'x-vault-token': token = '',
      'x-vault-namespace': namespace = '',
      'x-vault-request': requestHeader,
    } = request.headers
    const path = (request.url ?? '').replace('/v1/', '')
    vault.requestedPaths.push(path)
    vault.bodies.push(body)
    if (vault.fault === 'sealed') return errors(503, 'Vault is sealed')
    if (vault.fault === 'garbage') return { status: 200, body: ['not what was asked for'] }
    if (vault.fault === 'wrong')
      return {
        status: 200,
        body: { data: { ciphertext: 'vault:v1:AAAA', plaintext: randomBytes(32).toString('base64') } },
      }
    if (vault.fault === 'huge') return { status: 200, body: { data: 'x'.repeat(1024 * 1024) } }
    if (request.method !== 'POST' || requestHeader !== 'true') return errors(405)
    if (tokens.get(String(token)) !== namespace) return denied
    if (path === 'auth/token/renew-self') return { status: 200, body: { auth: { lease_duration: 3600 } } }
    const [mount, verb, name = ''] = path.split('/')
    if (mount !== 'transit') return errors(404, 'no handler for route')
    if (verb === 'encrypt') return handleEncrypt(name, JSON.parse(body))
    return verb === 'decrypt' ? handleDecrypt(name, JSON.parse(body)) : errors(404)
  }

  const server = createServer(async (request, response) => {
    const body = await read(request)
    if (vault.fault === 'hang') return
    if (vault.fault === 'redirect') {
      response.writeHead(307, { location: 'http://127.0.0.1:9/v1/elsewhere' }).end()
      return
    }
    const { status, body: responseBody } = respond(request, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(responseBody))
  })

  const vault: Vault = {
    address: '',
    allow: (token, namespace = '') => void tokens.set(token, namespace),
    revoke: token => void tokens.delete(token),
    rotate: name => void keys.set(name, { versions: [...(keys.get(name)?.versions ?? []), randomBytes(32)] }),
    forgetVersion(name, version) {
      const key = keys.get(name)
      if (key) key.versions[version - 1] = undefined
    },
    remove: name => void keys.delete(name),
    fault: undefined,
    requestedPaths: [],
    bodies: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return Object.assign(vault, { address: `http://127.0.0.1:${port}` })
}
