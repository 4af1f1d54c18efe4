import { equalDigest, sha256Base64url } from './hash.ts'

const form = '$sha256$'

/**
 * The stored hash of a secret that the program generated from 256 random bits: it needs neither salt nor stretching.
 */
export const hashGeneratedSecret = (secret: string): string => form + sha256Base64url(secret)

/** Whether the secret matches, compared in constant time; undefined if the stored hash is of another kind. */
export const verifyGeneratedSecret = (secret: string, stored: string): boolean | undefined =>
  stored.startsWith(form) ? equalDigest(hashGeneratedSecret(secret), stored) : undefined
