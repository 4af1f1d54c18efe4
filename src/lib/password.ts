import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createHashQueue, type Rank } from './hash-queue.ts'

const compute = promisify(argon2)
const queue = createHashQueue()
const derive = (rank: Rank, parameters: Argon2Parameters): Promise<Buffer> =>
  queue.run(rank, () => compute('argon2id', parameters))

/** OWASP's minimum for argon2id: 19 MiB, two passes. A sign-in uses this memory for 19 ms. */
const cost = { memory: 19456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32
const maxBytes = 1024
const version = 19

/** A string that cannot be a password, with the reason as the code. The error never contains the string. */
export class PasswordError extends Error {
  readonly code: 'empty' | 'too_long' | 'not_text'
  constructor(code: PasswordError['code']) {
    super(`the password is ${code.replace('_', ' ')}`)
    this.name = 'PasswordError'
    this.code = code
  }
}

/**
 * Applies the OpaqueString profile (RFC 8265 section 4.2), so that a password is the same from any keyboard: every
 * space becomes U+0020, then NFC. The profile does not use NFKC, which would fold compatibility characters and weaken
 * passwords. Rejects control characters, lone surrogates, and results of more than 1024 bytes of UTF-8.
 */
export const preparePassword = (password: string): Buffer => {
  // Before doing any work, rejects a string that would be too long even after composition.
  if (password.length > 3 * maxBytes) throw new PasswordError('too_long')
  if (!password.isWellFormed() || /\p{Cc}/u.test(password)) throw new PasswordError('not_text')
  const bytes = Buffer.from(password.replace(/\p{Zs}/gu, ' ').normalize('NFC'))
  if (bytes.length === 0) throw new PasswordError('empty')
  if (bytes.length > maxBytes) throw new PasswordError('too_long')
  return bytes
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

const toPhc = (salt: Uint8Array, hash: Uint8Array): string =>
  `$argon2id$v=${version}$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

type Parsed = { parameters: Omit<Argon2Parameters, 'message' | 'nonce'> & { nonce: Buffer }; hash: Buffer }

const parsePhc = (phc: string): Parsed => {
  const [, memory, passes, parallelism, salt, hash] = phcPattern.exec(phc) ?? []
  if (salt === undefined || hash === undefined) throw new TypeError('not an argon2id hash')
  const expected = Buffer.from(hash, 'base64')
  return {
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(salt, 'base64'),
      tagLength: expected.length,
    },
    hash: expected,
  }
}

/**
 * Hashes a password to a PHC string `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. With `like`, reuses the salt of that
 * string, so that one computation can later check a password against both. Throws PasswordError.
 */
export const hashPassword = async (password: string, like?: string): Promise<string> => {
  const message = preparePassword(password)
  const nonce = like === undefined ? randomBytes(saltBytes) : parsePhc(like).parameters.nonce
  return toPhc(nonce, await derive('chosen', { ...cost, message, nonce, tagLength: hashBytes }))
}

/**
 * Whether the password matches a PHC string, compared in constant time. A text that cannot be a password does not
 * match, at the same cost. Throws TypeError if `phc` is not an argon2id string, Overloaded if too many callers of the
 * rank wait.
 */
export const verifyPassword = async (password: string, phc: string, rank: Rank = 'person'): Promise<boolean> => {
  const { parameters, hash } = parsePhc(phc)
  const message = prepareOrUndefined(password)
  const derived = await derive(rank, { ...parameters, message: message ?? Buffer.alloc(1) })
  return timingSafeEqual(derived, hash) && message !== undefined
}

const maxSalts = 4
const withoutHash = (phc: string): string => phc.slice(0, phc.lastIndexOf('$'))

/**
 * Finds the PHC strings that the password matches. Computes one hash per salt, for at most four salts. Throws
 * Overloaded if too many callers of the rank wait.
 */
export const findMatchingHashes = async (
  password: string,
  phcs: readonly string[],
  rank: Rank = 'chosen',
): Promise<ReadonlySet<string>> => {
  const message = prepareOrUndefined(password)
  const matches = new Set<string>()
  const bySalt = Map.groupBy(phcs, withoutHash)
  for (const [, group] of [...bySalt].slice(0, maxSalts)) {
    const [first = ''] = group
    const derived = await derive(rank, { ...parsePhc(first).parameters, message: message ?? Buffer.alloc(1) })
    for (const phc of group) {
      const { hash } = parsePhc(phc)
      if (hash.length === derived.length && timingSafeEqual(derived, hash) && message) matches.add(phc)
    }
  }
  return matches
}

const prepareOrUndefined = (password: string): Buffer | undefined => {
  try {
    return preparePassword(password)
  } catch (error) {
    if (error instanceof PasswordError) return undefined
    throw error
  }
}

/**
 * For an unknown account: takes as long as `verifyPassword` without computing anything. Throws Overloaded like it.
 */
export const pretendToVerify = (rank: Rank): Promise<void> => queue.pretend(rank)
