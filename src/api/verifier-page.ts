import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The page that checks a bundle, one file of HTML: `data/verify.html` of bundles, and `/verify`. Rejects where
 * `npm run build` has not made it.
 */
export const verifierPage = (): Promise<Uint8Array> =>
  readFile(join(import.meta.dirname, '..', '..', 'dist', 'web', 'verify.html'))
