import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBrowser } from '#test/browser/browser.ts'
import type { ForgeableBundle } from './make-bundle.ts'

export const verifierFile = join(import.meta.dirname, '..', '..', 'dist', 'web', 'verify.html')

/** The page that verifies bundles, opened from disk as an auditor opens it. */
export interface VerifierPage extends AsyncDisposable {
  /** Verifies a bundle on the page; returns the page's report as JSON. */
  check(bundle: Pick<ForgeableBundle, 'bundleKey' | 'checkpoint'>, bytes: Buffer): Promise<string>
}

export const openVerifierPage = async (): Promise<VerifierPage> => {
  await using resources = new AsyncDisposableStack()
  const browser = await openBrowser()
  resources.defer(() => browser.close())
  const folder = mkdtempSync(join(tmpdir(), 'probata-page-'))
  resources.defer(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'bundle.asice')
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(pathToFileURL(verifierFile).href)
  const owned = resources.move()
  return {
    async check({ bundleKey, checkpoint }, bytes) {
      // Passes the file by its path, because Playwright would transfer the bytes as base64.
      writeFileSync(file, bytes)
      await page.locator('#bundle').setInputFiles(file)
      await page.locator('#keys').fill(bundleKey.vkey)
      const checkpointFile = { name: 'checkpoint.txt', mimeType: 'text/plain', buffer: Buffer.from(checkpoint) }
      await page.locator('#checkpoints').setInputFiles(checkpointFile)
      await page.locator('#start').click()
      await page.locator('#busy').waitFor({ state: 'hidden' })
      return (await page.locator('#json').textContent()) ?? ''
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
