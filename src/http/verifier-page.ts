import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builtApp } from '#lib/program-files.ts'

const built = (name: string): string => join(builtApp, name)

/** The command that verifies bundles, a single file for Node 20 and newer. */
export const verifyCommandName = 'probata-verify.mjs'

/** The SHA-256 of the command that this install serves, or undefined where `npm run build` has not made it. */
export const verifyCommandDigest = async (): Promise<string | undefined> => {
  const code = await readFile(built(verifyCommandName)).catch(() => undefined)
  return code && createHash('sha256').update(code).digest('hex')
}

/**
 * The page that verifies a bundle, a single HTML file: `data/verify.html` of bundles, and `/verify`. Rejects if `npm
 * run build` has not created it.
 */
export const verifierPage = (): Promise<Uint8Array> => readFile(built('verify.html'))
