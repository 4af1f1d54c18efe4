import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '#api/page.ts'

/** Where the setup link leads. */
export const setupPage: Page = {
  path: '/setup',
  html: readFileSync(join(import.meta.dirname, 'setup.html'), 'utf8'),
}
