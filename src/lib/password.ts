import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createHashQueue, type Rank } from './hash-queue.ts'

const compute = promisify(argon2)
const queue = createHashQueue()
const derive = (rank: Rank, parameters: Argon2Parameters): Promise<Buffer> =>
  queue.run(rank, () => compute('argon2id', parameters))

/** OWASP's minimum for argon2id: 19 MiB, two passes. 19 ms here; each sign-in holds the memory for that long. */
const cost = { memory: 19456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32
const maximumBytes = 1024
const version = 19

/** The text cannot be a password: `code` says why. The error never contains the text. */
export class PasswordError extends Error {
  readonly code: 'empty' | 'too_long' | 'not_text'
  constructor(code: PasswordError['code']) {
    super(`the password is ${code.replace('_', ' ')}`)
    this.name = 'PasswordError'
    this.code = code
  }
}

/**
 * The OpaqueString profile (RFC 8265 section 4.2), so that a password typed on two keyboards is the same: every space
 * becomes U+0020, then NFC. Not NFKC: that profile keeps compatibility characters distinct, and folding them would make
 * passwords weaker. Control characters and lone surrogates are rejected; at most 1024 bytes of UTF-8 remain.
 */
export const preparePassword = (password: string): Buffer => {
  // No longer text composes to 1024 bytes; it is rejected before any work is done.
  if (password.length > 3 * maximumBytes) throw new PasswordError('too_long')
  if (!password.isWellFormed() || /\p{Cc}/u.test(password)) throw new PasswordError('not_text')
  const bytes = Buffer.from(password.replace(/\p{Zs}/gu, ' ').normalize('NFC'))
  if (bytes.length === 0) throw new PasswordError('empty')
  if (bytes.length > maximumBytes) throw new PasswordError('too_long')
  return bytes
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

const toPhc = (salt: Uint8Array, hash: Uint8Array): string =>
  `$argon2id$v=${version}$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`

const phcForm =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

type Parsed = { parameters: Omit<Argon2Parameters, 'message' | 'nonce'> & { nonce: Buffer }; hash: Buffer }

const parsePhc = (phc: string): Parsed => {
  const [, memory, passes, parallelism, salt, hash] = phcForm.exec(phc) ?? []
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
 * A PHC string `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, with the salt of `like` if one is given: a password can then
 * be checked against both with one hash. Throws PasswordError.
 */
export const hashPassword = async (password: string, like?: string): Promise<string> => {
  const message = preparePassword(password)
  const nonce = like === undefined ? randomBytes(saltBytes) : parsePhc(like).parameters.nonce
  return toPhc(nonce, await derive('chosen', { ...cost, message, nonce, tagLength: hashBytes }))
}

/**
 * Whether the password matches this PHC string, compared in constant time. A text that cannot be a password is false,
 * at the same cost. Throws TypeError if `phc` is not an argon2id string, Overloaded if too many of the rank wait.
 */
export const verifyPassword = async (password: string, phc: string, rank: Rank = 'person'): Promise<boolean> => {
  const { parameters, hash } = parsePhc(phc)
  const message = prepareOrUndefined(password)
  const found = await derive(rank, { ...parameters, message: message ?? Buffer.alloc(1) })
  return timingSafeEqual(found, hash) && message !== undefined
}

const maxSalts = 4
const withoutHash = (phc: string): string => phc.slice(0, phc.lastIndexOf('$'))

/**
 * The PHC strings that the password matches. Strings with the same salt share one hash, and at most four salts are
 * tried. Throws Overloaded if too many of the rank wait.
 */
export const findMade = async (
  password: string,
  phcs: readonly string[],
  rank: Rank = 'chosen',
): Promise<ReadonlySet<string>> => {
  const message = prepareOrUndefined(password)
  const made = new Set<string>()
  const bySalt = Map.groupBy(phcs, withoutHash)
  for (const [, alike] of [...bySalt].slice(0, maxSalts)) {
    const [first = ''] = alike
    const found = await derive(rank, { ...parsePhc(first).parameters, message: message ?? Buffer.alloc(1) })
    for (const phc of alike) {
      const { hash } = parsePhc(phc)
      if (hash.length === found.length && timingSafeEqual(found, hash) && message) made.add(phc)
    }
  }
  return made
}

const prepareOrUndefined = (password: string): Buffer | undefined => {
  try {
    return preparePassword(password)
  } catch (error) {
    if (error instanceof PasswordError) return undefined
    throw error
  }
}

/** Takes as long as `verifyPassword` and computes nothing: for an unknown account. Throws Overloaded like it. */
export const pretendToVerify = (rank: Rank): Promise<void> => queue.pretend(rank)
