import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { LicensePlace } from '#http/call.ts'
import type { LicenseProblem } from './license.ts'
import type { ConfiguredLicense } from './settle.ts'
import { requireAudience, verifyLicense } from './verify-license.ts'

const maxBytes = 64 * 1024

const readToken = async (file: string): Promise<string | undefined> => {
  // Without O_NONBLOCK, opening a pipe without a writer would block.
  await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const found = await handle.stat()
  if (!found.isFile() || found.size > maxBytes) return undefined
  return (await handle.readFile('latin1')).trim()
}

const gone: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

const faultOf = (error: unknown): LicenseProblem => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return gone.has(code) ? 'missing' : 'unreadable'
}

/**
 * Reads and checks the configured license. Returns the community license if none is configured. Without an install id,
 * the binding is not checked.
 */
export const readLicense = async (
  place: LicensePlace | undefined,
  installId: string | undefined,
): Promise<ConfiguredLicense> => {
  if (!place) return 'community'
  try {
    const token = await readToken(place.file)
    if (token === undefined) return { problem: 'unreadable' }
    const verified = await verifyLicense(token, place.key)
    return installId === undefined ? verified : requireAudience(verified, installId)
  } catch (error) {
    return { problem: faultOf(error) }
  }
}
