import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { clearCustodians } from '#test/custodians.ts'
import { password } from '#test/fixture.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { button, dialogOf, reason, submitWithReason } from './dialogs.ts'

describe('legal holds', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let acme: WorkspaceClient

  before(async () => {
    probata = resources.use(await boot())
    acme = createWorkspaceClient(probata)
    const second = { email: 'second@acme.example', name: 'Second', role: 'admin', password }
    assert.equal((await acme.ask('admin', 'POST', '/people', second)).status, 201)
    await clearCustodians(probata)
  })

  test('an administrator holds the files of a claim and requests the release; another administrator confirms it', async () => {
    const claimId = await acme.claim('disputed', { title: 'Backup of the dispute' })
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/evidence/claims/${claimId}`)
    await button(page, 'Place a hold').click()
    await submitWithReason(page, 'Place a hold')
    await page.getByText('On hold: the files of this claim cannot be removed.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Holds' }).click()
    await page
      .getByRole('table', { name: 'Holds' })
      .getByRole('row', { name: /Backup of the dispute active/ })
      .waitFor()
    await assertAccessibleInBoth(page, 'the holds')
    await page.getByRole('link', { name: 'Backup of the dispute' }).click()
    await page.getByRole('heading', { name: 'Backup of the dispute' }).waitFor()

    await button(page, 'Request the release').click()
    await submitWithReason(page, 'Request the release')
    await page.getByText(/Another administrator, whose account is older than the request, must confirm it/).waitFor()
    assert.equal(await button(page, 'Release the hold').count(), 0, 'the requester cannot confirm')
    await button(page, 'Withdraw the request').waitFor()
    assert.deepEqual(window.pageErrors, [])

    await using others = await openWindow(probata, { as: 'second@acme.example' })
    await others.page.goto(new URL(page.url()).pathname)
    await button(others.page, 'Release the hold').click()
    await dialogOf(others.page).getByText('A release is final').waitFor()
    await submitWithReason(others.page, 'Release the hold')
    await others.page.getByText('Ended. It no longer keeps files.').waitFor()
    assert.deepEqual(others.pageErrors, [])
    const { storageHolds } = await acme.get('auditor', `/storage-holds?claimId=${claimId}`)
    assert.deepEqual([storageHolds[0].status, storageHolds[0].reason], ['released', reason])
  })

  test('an auditor sees holds without actions; a requirement says how long its files are kept', async () => {
    assert.equal((await acme.ask('admin', 'POST', '/storage-holds', { claimId: null })).status, 201)
    await using window = await openWindow(probata, { as: 'auditor@acme.example', phone: true })
    const { page } = window
    await page.goto('/storage/holds')
    await page.getByRole('link', { name: 'the whole workspace' }).click()
    await page.getByText('In force.').waitFor()
    await waitUntilSettled(page)
    assert.equal(await page.locator('main button:is([aria-haspopup=dialog], [data-operation]):not(td *)').count(), 0)
    assert.deepEqual(window.pageErrors, [])

    await using admins = await openWindow(probata, { as: 'admin@acme.example' })
    const body = { requirementKey: 'KEPT-1', title: 'Kept', retentionYears: 7 }
    const { id } = (await acme.ask('admin', 'POST', '/evidence-requirements', body)).body
    await admins.page.goto(`/evidence/requirements/${id}`)
    await button(admins.page, 'Details').click()
    await admins.page.getByText('7 years').waitFor()
    await button(admins.page, 'Edit').click()
    const years = dialogOf(admins.page).getByLabel('Keep files for (years)')
    assert.equal(await years.inputValue(), '7')
    await years.fill('')
    await submitWithReason(admins.page, 'Save')
    await admins.page.getByText('no set time').waitFor()
    assert.deepEqual(admins.pageErrors, [])
  })
})
