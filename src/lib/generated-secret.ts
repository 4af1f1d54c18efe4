import { equalDigest, sha256Base64url } from './hash.ts'

const form = '$sha256$'

/** What is stored of a secret that the program made of 256 random bits: it needs neither salt nor stretching. */
export const hashGeneratedSecret = (secret: string): string => form + sha256Base64url(secret)

/** Whether the secret is the one that was made, compared in constant time; undefined where what is stored is another hash. */
export const verifyGeneratedSecret = (secret: string, stored: string): boolean | undefined =>
  stored.startsWith(form) ? equalDigest(hashGeneratedSecret(secret), stored) : undefined
