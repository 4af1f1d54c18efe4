import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { verifierPage } from '#src/http/verifier-page.ts'
import { checkByCommand } from '#test/proof/forge-bundle.ts'
import { makeBundle } from '#test/proof/make-bundle.ts'
import { verifierFile } from '#test/proof/verifier-window.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessible, openWindow, withChromium } from './browser.ts'

const bundle = makeBundle({ claims: 2 })
const mimeType = 'application/octet-stream'
const alteredBytes = Buffer.from(bundle.bytes)
alteredBytes[bundle.bytes.indexOf('<title>')] = 0

const choose = async (page: Page, buffer: Buffer): Promise<void> => {
  await page.locator('#bundle').setInputFiles({ name: 'bundle.asice', mimeType, buffer })
  await page.locator('#start').click()
}

/** Checks the page in both colour schemes. The page has no setting of its own and follows the browser's. */
const assertInBoth = async (page: Page, pageName: string): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page, `${pageName}, ${colorScheme}`)
  }
}

describe('the bundle verification page', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
  })

  test('is a single file with its own Content-Security-Policy, open to anyone', async () => {
    const response = await fetch(`${probata.url}/verify`)
    const page = await response.text()
    assert.equal(page, readFileSync(verifierFile, 'utf8'))
    assert.equal(page, Buffer.from(await verifierPage()).toString())
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(
      policy,
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'none'; /,
    )
    assert.match(policy, /frame-ancestors 'none'$/)
    assert.doesNotMatch(page, /\b(src|href)=/)
  })

  test('reports the same as the command, in sentences and as JSON', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    await page.goto('/verify')
    await page.getByText('may be as forged as that bundle').waitFor()
    await assertInBoth(page, 'the form')
    await choose(page, bundle.bytes)
    await page.getByRole('heading', { name: /Sound, not proven/ }).waitFor()
    assert.equal(await page.locator('#vkey').textContent(), bundle.bundleKey.vkey)
    await page.getByLabel(/Keys of the organization/).fill(bundle.bundleKey.vkey)
    const checkpointFile = { name: 'checkpoint.txt', mimeType, buffer: Buffer.from(bundle.checkpoint) }
    await page.getByLabel(/Checkpoints of its ledger/).setInputFiles(checkpointFile)
    await choose(page, bundle.bytes)
    await page.getByRole('heading', { name: 'PROVEN' }).waitFor()
    const report = await checkByCommand(bundle, bundle.bytes)
    assert.equal(await page.locator('#json').textContent(), JSON.stringify(report))
    await assertInBoth(page, 'a proven bundle')
    const shownReport = page.locator('#report')
    await page.locator('#bundle').setInputFiles({ name: 'other.asice', mimeType, buffer: alteredBytes })
    await shownReport.waitFor({ state: 'hidden' })
    assert.equal(await page.getByText('PROVEN').count(), 0)
    await choose(page, alteredBytes)
    await page.getByRole('cell', { name: 'data/index.html is altered' }).waitFor()
    await page.getByLabel(/Keys of the organization/).fill('')
    await shownReport.waitFor({ state: 'hidden' })
    await choose(page, alteredBytes)
    await page.getByRole('cell', { name: 'data/index.html is altered' }).waitFor()
    await assertInBoth(page, 'an altered bundle')
    assert.deepEqual(window.pageErrors, [])
  })

  test('reports a missing file and a wrong kind of file correctly', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    await page.goto('/verify')
    await page.locator('#start').click()
    await page.getByRole('heading', { name: 'Choose a bundle first.' }).waitFor()
    assert.equal(await page.locator('#report table').isVisible(), false)
    await choose(page, Buffer.from('8 bytes.'))
    await page.getByText(/^bundle\.asice, 8 bytes, checked/).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('supports German, accepts a dropped file, and says what it cannot check', async () => {
    await using window = await openWindow(probata, { language: 'de-DE', phone: true })
    const { page } = window
    await page.goto('/verify')
    await page.getByRole('heading', { name: 'Ein Beweisbündel prüfen' }).waitFor()
    await page.evaluate(`{
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([Uint8Array.from([${alteredBytes.join()}])], 'dropped.asice'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
    }`)
    await page.getByRole('cell', { name: 'data/index.html ist verändert' }).waitFor()
    await page.getByLabel('Sprache').selectOption('en')
    await page.getByRole('cell', { name: 'data/index.html is altered' }).waitFor()
    await page.getByLabel(/Keys of the organization/).fill('not a key')
    await page.locator('#start').click()
    await page.getByRole('heading', { name: 'This is not a key: not a key' }).waitFor()
    await page.evaluate(
      "Object.defineProperty(document.querySelector('#bundle').files[0], 'size', { value: 2 ** 30 + 1 })",
    )
    await page.locator('#start').click()
    await page.getByRole('heading', { name: /larger than 1 GiB.*probata-verify/ }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('cannot send anything anywhere', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    await page.goto('/verify')
    const result = await page.evaluate(() =>
      fetch('/api/health/live').then(
        () => true,
        () => false,
      ),
    )
    assert.equal(result, false)
  })
})
