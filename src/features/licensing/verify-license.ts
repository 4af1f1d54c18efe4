import type { KeyObject } from 'node:crypto'
import { compile } from '#http/validation.ts'
import { lazy } from '#lib/lazy.ts'
import { issuer, type License, LicenseClaims, type LicenseProblem, licenseOf } from './license.ts'

type Verified = { readonly license: License } | { readonly problem: LicenseProblem }

const type = 'probata-license+jwt'

// Loaded lazily, because only an install with a license needs them.
const jose = lazy(() => import('jose'))
const claimsAreRight = lazy(async () => compile(LicenseClaims))

const compact = /^[\w-]+\.[\w-]*\.[\w-]*$/

/**
 * Whether a part is canonical base64url. The last letter has unused bits, so without this check some altered letters
 * would be accepted.
 */
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part

const objectOf = (part: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const problemOfHeader = (header: Record<string, unknown> | undefined): LicenseProblem | undefined => {
  if (!header) return 'format'
  if (header.alg !== 'EdDSA') return 'algorithm'
  return header.typ === type ? undefined : 'type'
}

const isSigned = async (token: string, key: KeyObject): Promise<boolean> => {
  const { compactVerify, errors } = await jose()
  try {
    await compactVerify(token, key, { algorithms: ['EdDSA'] })
    return true
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}

/** Returns the same result, unless the license is bound to another install (RFC 7519 section 4.1.3). */
export const requireAudience = (verified: Verified, installId: string): Verified =>
  'license' in verified && verified.license.audience?.includes(installId) === false ? { problem: 'audience' } : verified

/**
 * Reads a compact JWS (RFC 7515, with EdDSA from RFC 8037) as a license. Does not check whether the license is in
 * force.
 */
export const verifyLicense = async (token: string, key: KeyObject | undefined): Promise<Verified> => {
  const [header = '', payload = ''] = token.split('.')
  if (!compact.test(token) || !token.split('.').every(isCanonical)) return { problem: 'format' }
  const problem = problemOfHeader(objectOf(header))
  if (problem) return { problem }
  if (key?.asymmetricKeyType !== 'ed25519') return { problem: 'no_key' }
  if (!(await isSigned(token, key))) return { problem: 'signature' }
  const claims = objectOf(payload)
  if (claims && claims.iss !== issuer) return { problem: 'issuer' }
  const isRight = await claimsAreRight()
  if (!claims || !isRight(claims)) return { problem: 'claims' }
  return claims.nbf < claims.exp ? { license: licenseOf(token, claims) } : { problem: 'claims' }
}
