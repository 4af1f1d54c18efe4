import { equalDigest, sha256Base64url } from './hash.ts'

const hashPrefix = '$sha256$'

/**
 * Hashes a secret that the program generated from 256 random bits. Such a secret needs neither salt nor stretching.
 */
export const hashGeneratedSecret = (secret: string): string => hashPrefix + sha256Base64url(secret)

/** Whether the secret matches, compared in constant time; undefined if the stored hash has another format. */
export const verifyGeneratedSecret = (secret: string, stored: string): boolean | undefined =>
  stored.startsWith(hashPrefix) ? equalDigest(hashGeneratedSecret(secret), stored) : undefined
