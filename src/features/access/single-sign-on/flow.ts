import { type Static, Type } from 'typebox'
import { cookieNamed } from '#http/cookie.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { minute, second } from '#lib/clock.ts'
import { SealedError } from '#lib/sealed.ts'

const lifetime = 10 * minute

export const StoredFlow = Type.Object({
  organizationId: Type.String(),
  /** The settings that the flow began with. */
  providerId: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  codeVerifier: Type.String(),
  /** Whether the provider was requested to authenticate the person again. */
  fresh: Type.Boolean(),
  /** SHA-256 of the token of a mailed link that connects the sign-on with a person. */
  linkSha256: Type.Optional(Type.String()),
  /** The session that connects the identity with its person. */
  connect: Type.Optional(Type.Object({ personId: Type.String(), sessionId: Type.String() })),
  /** Milliseconds. */
  expiresAt: Type.Number(),
})

/** A sign-in in progress at an identity provider: only the browser that began it may bring it back. */
export type SignOnFlow = Omit<Static<typeof StoredFlow>, 'expiresAt'>

const binding = { organization: 'install', record: 'single-sign-on', field: 'flow' } as const

const cookie = cookieNamed('probata_sign_on')

const setCookie = ({ incoming, setHeader }: CommittingCall, text: string, maxAge: number): void =>
  setHeader('set-cookie', cookie.set(incoming.secure, text, maxAge))

/** Stores the flow in the browser, sealed, for ten minutes. */
export const keepFlow = (call: CommittingCall, flow: SignOnFlow): void => {
  const sealed = call.sealer.seal(JSON.stringify({ ...flow, expiresAt: call.now + lifetime }), binding)
  setCookie(call, sealed, lifetime / second)
}

export const dropFlow = (call: CommittingCall): void => setCookie(call, '', 0)

/** The flow that the browser brought back, and whether it has expired; undefined for one that was not sealed here. */
export const readFlow = (call: CommittingCall): (SignOnFlow & { readonly isExpired: boolean }) | undefined => {
  const { stream, secure } = call.incoming
  const sealed = cookie.textIn(stream.headers.cookie, secure)
  if (!sealed) return undefined
  try {
    const { expiresAt, ...flow } = readRecord(StoredFlow, call.sealer.open(sealed, binding))
    return { ...flow, isExpired: expiresAt <= call.now }
  } catch (error) {
    if (error instanceof SealedError) return undefined
    throw error
  }
}
