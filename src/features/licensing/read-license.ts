import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { LicenseLocation } from '#http/call.ts'
import type { LicenseProblem } from './license.ts'
import type { ConfiguredLicense } from './next-license-status.ts'
import { requireAudience, verifyLicense } from './verify-license.ts'

const maxBytes = 64 * 1024

const readToken = async (file: string): Promise<string | undefined> => {
  // Without O_NONBLOCK, opening a pipe without a writer would block.
  await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const stats = await handle.stat()
  if (!stats.isFile() || stats.size > maxBytes) return undefined
  return (await handle.readFile('latin1')).trim()
}

const missingCodes: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

const readProblem = (error: unknown): LicenseProblem => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return missingCodes.has(code) ? 'missing' : 'unreadable'
}

/**
 * Reads and checks the configured license. Returns the community license if none is configured. Without an install id,
 * the binding is not checked.
 */
export const readLicense = async (
  location: LicenseLocation | undefined,
  installId: string | undefined,
): Promise<ConfiguredLicense> => {
  if (!location) return 'community'
  try {
    const token = await readToken(location.file)
    if (token === undefined) return { problem: 'unreadable' }
    const verification = await verifyLicense(token, location.key)
    return installId === undefined ? verification : requireAudience(verification, installId)
  } catch (error) {
    return { problem: readProblem(error) }
  }
}
