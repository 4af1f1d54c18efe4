/** Signed notes and keys (C2SP signed-note), written with node:crypto alone. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface Signer {
  readonly name: string
  readonly vkey: string
  readonly id: Buffer
  readonly key: KeyObject
}

export const signerOf = (name: string, pair = generateKeyPairSync('ed25519')): Signer => {
  const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const typedKey = Buffer.concat([Buffer.of(1), raw])
  const id = createHash('sha256').update(`${name}\n`).update(typedKey).digest().subarray(0, 4)
  return { name, id, key: pair.privateKey, vkey: `${name}+${id.toString('hex')}+${typedKey.toString('base64')}` }
}

export const signatureLine = (text: string, { name, id, key }: Signer): string =>
  `\u2014 ${name} ${Buffer.concat([id, sign(null, Buffer.from(text), key)]).toString('base64')}\n`

export const noteOf = (text: string, ...signers: readonly Signer[]): string =>
  `${text}\n${signers.map(signer => signatureLine(text, signer)).join('')}`

export const checkpointText = (origin: string, size: number, root: Buffer): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`
