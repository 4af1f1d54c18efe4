import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessible, openBrowser, openWindow, type Scheme, settled, withChromium } from './browser.ts'

describe('the list of claims', withChromium, () => {
  let probata: Probata
  let browser: Browser

  before(async () => {
    probata = await boot()
    browser = await openBrowser()
    const token = await probata.token('acme-scanner')
    for (const key of ['vault-1', 'vault-2', 'vault-3'])
      await probata.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput(key) })
  })

  after(async () => {
    await browser?.close()
    await probata?.[Symbol.asyncDispose]()
  })

  test('leads from the sign-in to the page that was asked for, with its filters', async () => {
    await using window = await openWindow(browser, probata)
    const { page } = window
    await page.goto('/evidence/claims?status=submitted')
    await page.getByLabel('E-mail address').fill('auditor@acme.example')
    await page.getByLabel(/^Password/).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
    await page.getByLabel(/^Password/).fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Claims', level: 1 }).waitFor()
    assert.match(page.url(), /\/evidence\/claims\?status=submitted$/)
    await settled(page)
    assert.equal(await page.getByRole('table', { name: 'Claims' }).getByRole('row').count(), 4)
    assert.equal(await page.getByRole('link', { name: 'New claim' }).count(), 0)
    await page.getByLabel('Status').selectOption('rejected')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByRole('row').nth(3).waitFor()
    assert.deepEqual(window.complaints, [])
  })

  for (const scheme of ['light', 'dark'] satisfies Scheme[])
    test(`is accessible, ${scheme}`, async () => {
      await using window = await openWindow(browser, probata, { as: 'contributor@acme.example', scheme })
      await window.page.goto('/evidence/claims')
      await settled(window.page)
      await assertAccessible(window.page, `claims, ${scheme}`)
      if (process.env.SHOTS) await window.page.screenshot({ path: `/tmp/s3/claims-${scheme}.png` })
      assert.deepEqual(window.complaints, [])
    })
})
