import type { KeyObject } from 'node:crypto'
import { compile } from '#http/validation.ts'
import { lazy } from '#lib/lazy.ts'
import { issuer, type License, LicenseClaims, type LicenseProblem, toLicense } from './license.ts'

type LicenseVerification = { readonly license: License } | { readonly problem: LicenseProblem }

const type = 'probata-license+jwt'

// Loaded lazily, because only an install with a license needs them.
const jose = lazy(() => import('jose'))
const loadClaimsCheck = lazy(async () => compile(LicenseClaims))

const compactPattern = /^[\w-]+\.[\w-]*\.[\w-]*$/

/**
 * Whether a part is canonical base64url. The last letter has unused bits, so without this check some altered letters
 * would be accepted.
 */
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part

const parseObject = (part: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const checkHeader = (header: Record<string, unknown> | undefined): LicenseProblem | undefined => {
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

/** Returns the verification unchanged, unless the license is bound to another install (RFC 7519 section 4.1.3). */
export const requireAudience = (verification: LicenseVerification, installId: string): LicenseVerification =>
  'license' in verification && verification.license.audience?.includes(installId) === false
    ? { problem: 'audience' }
    : verification

/**
 * Reads a compact JWS (RFC 7515, with EdDSA from RFC 8037) as a license. Does not check whether the license is in
 * force.
 */
export const verifyLicense = async (token: string, key: KeyObject | undefined): Promise<LicenseVerification> => {
  const [header = '', payload = ''] = token.split('.')
  if (!compactPattern.test(token) || !token.split('.').every(isCanonical)) return { problem: 'format' }
  const problem = checkHeader(parseObject(header))
  if (problem) return { problem }
  if (key?.asymmetricKeyType !== 'ed25519') return { problem: 'no_key' }
  if (!(await isSigned(token, key))) return { problem: 'signature' }
  const claims = parseObject(payload)
  if (claims && claims.iss !== issuer) return { problem: 'issuer' }
  const areValidClaims = await loadClaimsCheck()
  if (!claims || !areValidClaims(claims)) return { problem: 'claims' }
  return claims.nbf < claims.exp ? { license: toLicense(token, claims) } : { problem: 'claims' }
}
