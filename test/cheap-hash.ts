import { argon2Sync } from 'node:crypto'

/** Argon2id with minimum memory and one pass, as a PHC string. Verifying it takes 0.1 ms of a core instead of 19 ms. */
export const cheapHash = (message: string): string => {
  const nonce = Buffer.from('a test salt')
  const hash = argon2Sync('argon2id', { message, nonce, parallelism: 1, memory: 8, passes: 1, tagLength: 32 })
  const [salt, tag] = [nonce, hash].map(bytes => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${tag}`
}
