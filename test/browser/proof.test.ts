import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { verify } from '#test/bundles.ts'
import { claimInput } from '#test/fixture.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { actAtOnce, button, dialogOf, openAndSubmit } from './dialogs.ts'

const reasonText = 'Erika Muster asked for this by telephone'

describe('proof in the app', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let claimId: string

  before(async () => {
    probata = resources.use(await boot())
    const token = await probata.token('acme-scanner')
    const body = { ...claimInput('vault-1'), reason: reasonText }
    claimId = (await probata.call('POST', '/api/v1/governance/evidence/claims', { token, body })).body.id
    await probata.system.runJob('seal-ledger')
  })

  const verifyTrail = async (page: Page): Promise<void> => {
    await page.goto('/trails/audit')
    await waitUntilSettled(page)
    await actAtOnce(page, 'Verify the trail', 'The verification is requested.')
    await probata.system.runJob('seal-ledger')
    await probata.system.runJob('verify-ledger')
  }

  test('an auditor requests a bundle, follows its progress, and downloads a verifiable file', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/trails/exports')
    await waitUntilSettled(page)
    await page.getByText('No exports').waitFor()
    await button(page, 'Request an export').first().click()
    await dialogOf(page).getByLabel('Scope').selectOption('everything')
    await dialogOf(page).getByLabel('all of the period, or up to the point in time').check()
    await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('the audit of this year')
    await button(page, 'Request an export').last().click()
    await page.getByRole('heading', { name: 'Everything in this workspace' }).waitFor()
    await page.getByText('Records are being gathered.').waitFor()
    await probata.system.runJob('seal-ledger')
    await probata.system.runJob('prepare-exports')
    const link = page.getByRole('link', { name: 'Download' })
    await link.waitFor()
    await assertAccessibleInBoth(page, 'a bundle that is ready')
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    assert.match(download.suggestedFilename(), /^gee_\w+\.asice$/)
    const { exit, text } = await verify(await buffer(await download.createReadStream()))
    assert.equal(exit, 3, text)
    assert.match(text, /[1-9] records and 0 attachments match the ledger/)
    await openAndSubmit(page, 'Delete the bundle')
    await page.getByText('cancelled').first().waitFor()
    assert.equal(await link.count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })

  test('an export is named by the record that it is about, in the list and on its page', async () => {
    const [requirement] = await probata.sql(
      `select r.id from evidence_requirement r join organization o on o.id = r.organization_id
        where o.slug = 'acme' and r.requirement_key = 'BKP-01'`,
    )
    const cookie = await probata.signIn('auditor@acme.example')
    const scope = { kind: 'requirement', requirementId: requirement?.id }
    const body = { scope, reason: 'for the audit of this year' }
    assert.equal((await probata.call('POST', '/api/workspace/exports', { cookie, body })).status, 202)
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/trails/exports')
    await page.getByRole('link', { name: /^Requirement BKP-01 · / }).click()
    await page.getByRole('heading', { level: 1, name: /^Requirement BKP-01 · / }).waitFor()
    assert.equal(await page.getByText(/ger_/).count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })

  test('an administrator erases text of a row; the row says so, and the trail still verifies', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/trails/audit?resourceId=${claimId}`)
    await waitUntilSettled(page)
    await page
      .getByRole('row', { name: /logged the claim/ })
      .getByRole('button')
      .click()
    await dialogOf(page).getByText(reasonText).waitFor()
    await button(page, 'Erase text of this row').click()
    const erasing = page.getByRole('dialog', { name: 'Erase text of this row' })
    await erasing.getByLabel('the reason', { exact: true }).check()
    await erasing.getByRole('textbox', { name: 'Reason' }).fill('asked for under article 17')
    await assertAccessibleInBoth(page, 'erasing words of a row')
    await erasing.getByRole('button', { name: 'Erase', exact: true }).click()
    await erasing.waitFor({ state: 'detached' })
    await page.goto(`/trails/audit?resourceId=${claimId}`)
    await page
      .getByRole('row', { name: /logged the claim/ })
      .getByRole('button')
      .click()
    await dialogOf(page)
      .getByText(/erased by/)
      .waitFor()
    assert.equal(await page.getByText(reasonText).count(), 0)
    await verifyTrail(page)
    await page.getByText(/^All \d+ rows match their seals, and \d+ records match their rows/).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a change in the database is reported in the trail until the next verification', async () => {
    await probata.sql(`update evidence_claim set status = 'accepted' where id = $1`, [claimId])
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await verifyTrail(page)
    const alert = page.getByRole('alert').filter({ hasText: 'Not every row matches its seal' })
    await alert.getByText(claimId).waitFor()
    await alert.getByText('evidence_claim.status').waitFor()
    await assertAccessibleInBoth(page, 'an altered trail')
    await page.goto('/trails/audit')
    await page.getByRole('alert').filter({ hasText: 'The audit trail was altered' }).getByText(claimId).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
