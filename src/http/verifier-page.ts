import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builtApp } from '#lib/program-files.ts'

const builtFile = (name: string): string => join(builtApp, name)

/** The command that verifies bundles: a single file for Node 20 and newer. */
export const verifyCommandName = 'probata-verify.mjs'

/** The SHA-256 of the command that this install serves; undefined if `npm run build` has not created it. */
export const verifyCommandDigest = async (): Promise<string | undefined> => {
  const code = await readFile(builtFile(verifyCommandName)).catch(() => undefined)
  return code && createHash('sha256').update(code).digest('hex')
}

/**
 * Reads the page that verifies a bundle: a single HTML file, `data/verify.html` in bundles, and served at `/verify`.
 * Rejects if `npm run build` has not created it.
 */
export const verifierPage = (): Promise<Uint8Array> => readFile(builtFile('verify.html'))
