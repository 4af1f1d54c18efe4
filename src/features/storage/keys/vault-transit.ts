import { codeOf } from '#lib/error-message.ts'
import type { GuardedFetch } from '#lib/guarded/fetch.ts'
import { forbiddenAddress, forbiddenPort } from '#lib/guarded/guard.ts'
import { type StoreCode, StoreProblem } from '#lib/object-store.ts'
import type { KeyHolder } from './key-holder.ts'

/** A Vault, and the name of its key that wraps the keys of a workspace. */
export interface VaultSettings {
  /** `https://vault.example:8200`, without a slash at the end. */
  readonly address: string
  /** The mount path of the transit engine. */
  readonly mount: string
  readonly keyName: string
  readonly namespace: string | null
}

// Vault returns 403 for a token that is unknown, expired or revoked, and for one whose policy forbids the call. It
// returns 400 if the key is gone, or if the key version that wrapped a value is no longer allowed.
const statuses: Readonly<Record<string, StoreCode>> = {
  __proto__: null as never,
  400: 'missing',
  401: 'credential',
  403: 'forbidden',
  404: 'missing',
  405: 'unsupported',
  412: 'slow',
  429: 'slow',
}

const codeOfStatus = (status: number): StoreCode => statuses[status] ?? (status >= 500 ? 'unreachable' : 'unsupported')

const failures: Readonly<Record<string, StoreCode>> = {
  __proto__: null as never,
  [forbiddenAddress]: 'refused_address',
  [forbiddenPort]: 'refused_address',
  ANSWER_TOO_LARGE: 'altered',
  UND_ERR_CONNECT_TIMEOUT: 'slow',
}

const certificateCode = /^(CERT_|DEPTH_ZERO_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|UNABLE_TO_)/

/** Finds the code of an error or its causes: the error of `fetch` itself does not give the reason. */
const codeIn = (error: unknown, depth = 4): string | undefined =>
  error instanceof Error && depth > 0 ? (codeIn(error.cause, depth - 1) ?? codeOf(error)) : undefined

const codeOfFailure = (error: unknown): StoreCode => {
  if (error instanceof Error && error.name === 'TimeoutError') return 'slow'
  const code = codeIn(error) ?? ''
  return failures[code] ?? (certificateCode.test(code) ? 'tls' : 'unreachable')
}

const canonicalBase64 = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new StoreProblem('altered')
  return bytes
}

const ciphertext = /^vault:v\d{1,9}:[A-Za-z0-9+/=]{1,4000}$/

/**
 * Wraps keys with the transit engine of HashiCorp Vault or OpenBao (`encrypt` and `decrypt` of its HTTP API). The
 * wrapping key never leaves Vault. Throws StoreProblem, which quotes nothing from Vault.
 */
export const vaultHolder = (
  { address, mount, keyName, namespace }: VaultSettings,
  token: string,
  fetch: GuardedFetch,
): KeyHolder => {
  const send = async (path: string, body: object): Promise<Response> => {
    const headers = {
      'content-type': 'application/json',
      'x-vault-request': 'true',
      'x-vault-token': token,
      ...(namespace && { 'x-vault-namespace': namespace }),
    }
    try {
      return await fetch(`${address}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    } catch (cause) {
      throw new StoreProblem(codeOfFailure(cause), { cause })
    }
  }

  const callTransit = async (verb: 'encrypt' | 'decrypt', body: object, field: string): Promise<string> => {
    const response = await send(`${mount}/${verb}/${keyName}`, body)
    if (response.status !== 200) throw new StoreProblem(codeOfStatus(response.status))
    const content: unknown = await response.json().catch(() => undefined)
    const value = Object(Object(Object(content)).data)[field]
    if (typeof value !== 'string') throw new StoreProblem('altered')
    return value
  }

  return {
    async wrap(key) {
      const wrapped = await callTransit('encrypt', { plaintext: key.toString('base64') }, 'ciphertext')
      if (!ciphertext.test(wrapped)) throw new StoreProblem('altered')
      return wrapped
    },
    unwrap: async wrapped => canonicalBase64(await callTransit('decrypt', { ciphertext: wrapped }, 'plaintext')),
    // Ignores the response: a token that is not renewable, or whose policy forbids renewal, simply expires.
    async keepAlive() {
      await send('auth/token/renew-self', {})
    },
  }
}
