import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day, second } from '#lib/clock.ts'

/** Creates a key pair for one run, so that the repository contains no private key. */
export const issuerKeys = () => generateKeyPairSync('ed25519')

type Part = Readonly<Record<string, unknown>>

const encodePart = (part: Part | string): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

const header = { alg: 'EdDSA', typ: 'probata-license+jwt' }

/** Returns a compact JWS that was created without the library that reads it. */
export const signed = (claims: Part | string, key: KeyObject, over: Part = {}): string => {
  const text = `${encodePart({ ...header, ...over })}.${encodePart(claims)}`
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}

/** Returns the claims of a license that lasts a year from a given time. `over` replaces some of the claims. */
export const claimsFrom = (from: number, over: Part = {}): Part => ({
  iss: 'probata',
  jti: 'lic_1',
  sub: 'Acme Bank AG',
  nbf: Math.floor(from / second),
  exp: Math.floor((from + 365 * day) / second),
  plan: 'enterprise',
  entitlements: { '*': { 'storage.s3': true } },
  graceDays: 30,
  ...over,
})

/**
 * Creates an issuer, and a file for its licenses in a folder of its own. `env` contains the settings with which a
 * server uses both.
 */
export const createIssuer = () => {
  const { publicKey, privateKey } = issuerKeys()
  const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-license-'))
  const file = join(folder.path, 'license.jwt')
  return {
    file,
    privateKey,
    publicKey,
    env: {
      PROBATA_LICENSE_FILE: file,
      PROBATA_LICENSE_PUBLIC_KEY: String(publicKey.export({ type: 'spki', format: 'pem' })),
    },
    put: (token: string) => writeFileSync(file, `${token}\n`),
    [Symbol.dispose]: () => folder.remove(),
  }
}
