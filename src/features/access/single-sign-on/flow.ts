import { type Static, Type } from 'typebox'
import { cookieNamed } from '#http/cookie.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { minute, second } from '#lib/clock.ts'
import { SealedError } from '#lib/sealed.ts'

const lifetime = 10 * minute

export const StoredFlow = Type.Object({
  organizationId: Type.String(),
  /** The id of the settings with which the flow started. */
  providerId: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  codeVerifier: Type.String(),
  /** Whether the provider must authenticate the person again. */
  fresh: Type.Boolean(),
  /** SHA-256 of the token of a mailed link, which connects the sign-on to a person. */
  linkSha256: Type.Optional(Type.String()),
  /** The session of the person to connect with the sign-on. */
  connect: Type.Optional(Type.Object({ personId: Type.String(), sessionId: Type.String() })),
  /** In milliseconds. */
  expiresAt: Type.Number(),
})

/** A sign-on in progress at an identity provider. Only the browser that started it can complete it. */
export type SignOnFlow = Omit<Static<typeof StoredFlow>, 'expiresAt'>

const binding = { organization: 'install', record: 'single-sign-on', field: 'flow' } as const

const cookie = cookieNamed('probata_sign_on')

const setCookie = ({ incoming, setHeader }: CommittingCall, text: string, maxAge: number): void =>
  setHeader('set-cookie', cookie.set(incoming.secure, text, maxAge))

/** Stores the flow, sealed, in the browser for ten minutes. */
export const storeFlow = (call: CommittingCall, flow: SignOnFlow): void => {
  const sealed = call.sealer.seal(JSON.stringify({ ...flow, expiresAt: call.now + lifetime }), binding)
  setCookie(call, sealed, lifetime / second)
}

export const clearFlow = (call: CommittingCall): void => setCookie(call, '', 0)

/** Reads the browser's flow, and whether it has expired; undefined if the seal is invalid. */
export const readFlow = (call: CommittingCall): (SignOnFlow & { readonly isExpired: boolean }) | undefined => {
  const { stream, secure } = call.incoming
  const sealed = cookie.valueIn(stream.headers.cookie, secure)
  if (!sealed) return undefined
  try {
    const { expiresAt, ...flow } = readRecord(StoredFlow, call.sealer.open(sealed, binding))
    return { ...flow, isExpired: expiresAt <= call.now }
  } catch (error) {
    if (error instanceof SealedError) return undefined
    throw error
  }
}
