import { lazy } from '#lib/lazy.ts'

/** Loads the library when the first passkey needs it, because its 280 modules take 0.1 to 0.24 s. */
export const loadWebauthn = lazy(async () => {
  const { verifyAuthenticationResponse, verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  return { verifyAuthenticationResponse, verifyRegistrationResponse, decodeAttestationObject }
})
