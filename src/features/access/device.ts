import { Type } from 'typebox'
import { cookieNamed } from '#http/cookie.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { day, second } from '#lib/clock.ts'
import { sha256Base64url } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { SealedError } from '#lib/sealed.ts'
import { findLoginsAt } from './logins/queries.ts'

const lifetime = 365 * day

const maxPeoplePerBrowser = 4

const cookie = cookieNamed('probata_device')
const binding = { organization: 'install', record: 'sign-in', field: 'device' } as const

const StoredDevices = Type.Object({
  devices: Type.Array(
    Type.Object({
      id: Type.String(),
      /** Digest of the stored password hash. The hash's salt ties it to one address, and a new password voids it. */
      proof: Type.String(),
      /** In milliseconds. */
      expiresAt: Type.Number(),
    }),
  ),
})

const idBytes = 16
const readDevices = ({ incoming, sealer, now }: CommittingCall) => {
  const text = cookie.valueIn(incoming.stream.headers.cookie, incoming.secure)
  if (!text) return []
  try {
    const { devices } = readRecord(StoredDevices, sealer.open(text, binding))
    return devices.filter(({ expiresAt }) => expiresAt > now)
  } catch (error) {
    if (error instanceof SealedError) return []
    throw error
  }
}

/** A browser in which the address signed in before. */
export interface Device {
  readonly id: string
  /** The stored hash of the password that was used. Other logins of the address have different hashes. */
  readonly passwordHash: string
  /** Whether the address has no other logins. */
  readonly isOnlyLogin: boolean
}

/** Finds the device of a sign-in, if it was used for the address before and the password has not changed. */
export const findDevice = async (call: CommittingCall, address: string): Promise<Device | undefined> => {
  const devices = readDevices(call)
  if (devices.length === 0) return undefined
  const logins = await call.db.readInstall(findLoginsAt, { address })
  const hashes = new Set(logins.flatMap(({ password_hash }) => password_hash ?? []))
  for (const passwordHash of hashes) {
    const device = devices.find(({ proof }) => proof === sha256Base64url(passwordHash))
    if (device) return { id: device.id, passwordHash, isOnlyLogin: hashes.size === 1 }
  }
  return undefined
}

/** Sets a sealed cookie that remembers, under a new id, a sign-in with the password of this hash. */
export const rememberDevice = (call: CommittingCall, passwordHash: string): void => {
  const { incoming, sealer, now, setHeader } = call
  const proof = sha256Base64url(passwordHash)
  const others = readDevices(call).filter(device => device.proof !== proof)
  const devices = [{ id: randomToken(idBytes), proof, expiresAt: now + lifetime }, ...others].slice(
    0,
    maxPeoplePerBrowser,
  )
  const sealedDevices = sealer.seal(JSON.stringify({ devices }), binding)
  setHeader('set-cookie', cookie.set(incoming.secure, sealedDevices, lifetime / second))
}
