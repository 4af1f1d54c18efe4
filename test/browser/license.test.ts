import { before, describe, test } from 'node:test'
import { day } from '#lib/clock.ts'
import { claimsFrom, createIssuer, signed } from '#test/license.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'

describe('the license page', withChromium, () => {
  const resources = suiteResources()
  const issuer = createIssuer()
  let probata: Probata

  before(async () => {
    resources.defer(() => issuer[Symbol.dispose]())
    probata = resources.use(await boot({ env: issuer.env }))
    const entitlements = { '*': { 'storage.s3': false }, acme: { 'storage.s3': { limit: 2 } } }
    const claims = claimsFrom(probata.clock.now() - 350 * day, { entitlements })
    issuer.put(signed(claims, issuer.privateKey))
    await probata.system.runJob('reconcile-license-state')
    issuer.put('something else')
    await probata.system.runJob('reconcile-license-state')
  })

  test('shows the state, the licensed features, the next change, and why the file is invalid', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/access/license')
    await waitUntilSettled(page)
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'License' }).waitFor()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    for (const text of [
      'ends soon',
      'Acme Bank AG',
      'up to 2',
      /^ins_[0-9A-Z]{26}$/,
      /Without it, nothing changes until the grace period ends/,
      /The last valid license stays in effect until it ends.*does not contain exactly one license/,
    ])
      await page.getByRole('main').getByText(text).waitFor()
    await assertAccessibleInBoth(page, 'license')
  })

  test('is shown in German, for a workspace without licensed features', async () => {
    await using window = await openWindow(probata, { as: 'admin@globex.example', language: 'de' })
    const { page } = window
    await page.goto('/access/license')
    await page.getByRole('heading', { name: 'Lizenz', exact: true }).waitFor()
    await page.getByText('nicht erlaubt; bestehende Nutzung läuft weiter').waitFor()
  })
})
