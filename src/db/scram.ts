import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/**
 * Returns the form in which PostgreSQL stores a password (SCRAM-SHA-256, RFC 5802). It does not reveal the password, so
 * it may appear in statements, logs and messages. Uses one iteration, because more would add no security to 256 random
 * bits but would slow down each connection.
 */
export const scramVerifier = (password: string, salt = randomBytes(16)): string => {
  const rounds = 1
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
