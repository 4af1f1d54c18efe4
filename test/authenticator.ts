import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

const cborHead = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborMap = (...entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()])

/** Ways in which the authenticator, or the browser that drives it, can deviate from the specification. */
export interface Deviation {
  readonly verified?: boolean
  readonly origin?: string
  readonly counter?: number
  readonly challenge?: string
  readonly rpId?: string
}

const flags = ({ verified = true }: Deviation, attestedFlag: number): number =>
  0x01 | (verified ? 0x04 : 0) | attestedFlag

/** A software security key (WebAuthn level 2, ES256) with one passkey, and the browser that drives it. */
export const createAuthenticator = (origin: string, rpId: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let userHandle = ''
  let counter = 0

  const clientData = (type: string, challenge: string, deviation: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (deviation: Deviation, attestedData: Buffer = Buffer.alloc(0)): Buffer => {
    const counterBytes = Buffer.alloc(4)
    counterBytes.writeUInt32BE(deviation.counter ?? ++counter)
    return Buffer.concat([
      sha256(deviation.rpId ?? rpId),
      Buffer.from([flags(deviation, attestedData.length > 0 ? 0x40 : 0)]),
      counterBytes,
      attestedData,
    ])
  }
  return {
    id: id.toString('base64url'),
    make(options: { challenge: string; user: { id: string } }, deviation: Deviation = {}) {
      userHandle = options.user.id
      const key = cborMap(
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
      )
      const attestedData = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = cborMap(
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap()],
        [cborText('authData'), cborBytes(authenticatorData(deviation, attestedData))],
      )
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', options.challenge, deviation).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      }
    },
    prove(options: { challenge: string }, deviation: Deviation = {}) {
      const client = clientData('webauthn.get', options.challenge, deviation)
      const data = authenticatorData(deviation)
      return {
        id: id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle,
      }
    },
  }
}
