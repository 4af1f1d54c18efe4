import { randomBytes } from 'node:crypto'
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { link, open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileFault, type Parse, ValueError } from './variable-values.ts'

const KEY_BYTES = 32
const MAX_FILE_BYTES = 1024

/** Parses 32 bytes in padded base64 (RFC 4648 section 4), as `openssl rand -base64 32` prints them. */
export const keyFromBase64: Parse<Buffer> = text => {
  const key = Buffer.from(text, 'base64')
  if (key.toString('base64') !== text) throw new ValueError('is not base64')
  if (key.length !== KEY_BYTES) throw new ValueError(`is base64 of ${key.length} bytes, not ${KEY_BYTES}`)
  return key
}

/** Reads a key of 32 bytes in base64 from a regular file that only its owner may access. */
export const readKeyFile: Parse<Buffer> = path => {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    throw new ValueError(`the file ${fileFault(error)}`)
  }
  try {
    const { mode, size } = fstatSync(file)
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw new ValueError('is not a regular file')
    if ((mode & 0o077) !== 0) throw new ValueError('can be opened by users other than its owner; run chmod 600 on it')
    if (size > MAX_FILE_BYTES) throw new ValueError(`has ${size} bytes; a key has ${KEY_BYTES} bytes in base64`)
    return keyFromBase64(readFileSync(file, 'latin1').trim())
  } finally {
    closeSync(file)
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.chmod(0o600)
  await file.writeFile(text)
  await file.sync()
}

/**
 * Creates a random key at `path` (mode 0600) unless a file exists there. The file appears completely or not at all, and
 * is never replaced. If many callers create one at once, all of them read the same key afterwards.
 */
export async function createKeyFile(path: string): Promise<void> {
  if (existsSync(path)) return
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}.draft`
  try {
    await writeDurably(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(draft).catch(() => undefined)
  }
  await using directory = await open(dirname(path), 'r')
  await directory.sync()
}
