import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/**
 * What a PostgreSQL server stores of a password (SCRAM-SHA-256, RFC 5802): it does not reveal the password, so it may
 * appear in a statement, a log or a message. One iteration: 256 random bits gain nothing from more, and each connection
 * would pay.
 */
export const scramVerifier = (password: string, salt = randomBytes(16)): string => {
  const rounds = 1
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
