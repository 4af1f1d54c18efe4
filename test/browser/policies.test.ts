import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { day } from '#lib/clock.ts'
import { createPolicies, type Policies } from '#test/policies.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { choose } from './choose.ts'
import { button, dialogOf, fillReasonIfAsked, localTime, openAndSubmit, reason, submitWithReason } from './dialogs.ts'

describe('policies', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let a: Policies

  before(async () => {
    probata = resources.use(await boot())
    a = await createPolicies(probata)
    await a.requirement({ title: 'People know the rules' })
  })

  test('four people take a new policy to a claim that lists the acknowledgements', async () => {
    {
      await using window = await openWindow(probata, { as: 'contributor@acme.example' })
      const { page } = window
      await page.goto('/governance/policies')
      await page.getByText('No policies yet').waitFor()
      await button(page, 'New policy').click()
      await dialogOf(page).getByLabel('Key').fill('ISP-1')
      await dialogOf(page).getByLabel('Title').fill('Clean desk')
      await submitWithReason(page, 'Create')
      await page.getByRole('heading', { name: 'Clean desk' }).waitFor()
      await button(page, 'New version').click()
      const file = { name: 'desk.txt', mimeType: 'text/plain', buffer: Buffer.from('Clean your desk.\n') }
      await dialogOf(page).locator('input[type=file]').setInputFiles(file)
      await submitWithReason(page, 'Upload')
      await page.getByRole('table', { name: 'Versions' }).getByText('draft', { exact: true }).waitFor()
      assert.equal(await button(page, 'Publish').count(), 0)
      assert.deepEqual(window.pageErrors, [])
    }
    {
      await using window = await openWindow(probata, { as: 'admin@acme.example' })
      const { page } = window
      await page.goto('/governance/policies')
      await page.getByRole('link', { name: 'Clean desk' }).click()
      await button(page, 'Version 1').click()
      await dialogOf(page).getByText('Clean your desk.').waitFor()
      await assertAccessibleInBoth(page, 'the file of a version', '[role=dialog]')
      await page.keyboard.press('Escape')
      await openAndSubmit(page, 'Publish', 'Publish', 'publishing a version')
      await page.getByText('published', { exact: true }).waitFor()
      await assertAccessibleInBoth(page, 'a policy')
      await button(page, 'Start a campaign').click()
      const dialog = dialogOf(page)
      await choose(dialog, 'Evidence requirement', 'BKP-01')
      await dialog.getByLabel('Due').fill(localTime(probata.clock.now() + 7 * day))
      await dialog.getByLabel('Contributor').check()
      await fillReasonIfAsked(dialog, reason)
      await assertAccessibleInBoth(page, 'starting a campaign', '[role=dialog]')
      await dialog.getByRole('button', { name: 'Start a campaign' }).click()
      await page.getByText('0 of 1 have acknowledged.').waitFor()
      await page.getByRole('table', { name: 'People asked' }).getByText('outstanding').waitFor()
      assert.equal(await button(page, 'Acknowledge').count(), 0)
      await assertAccessibleInBoth(page, 'a campaign')
      await page.getByRole('main').getByRole('link', { name: 'Clean desk' }).first().click()
      await page.getByRole('table', { name: 'Campaigns' }).getByText('0 of 1').waitFor()
      assert.deepEqual(window.pageErrors, [])
    }
    {
      await using window = await openWindow(probata, { as: 'contributor@acme.example' })
      const { page } = window
      await page.goto('/governance/policies')
      await page.getByRole('table', { name: 'Read and acknowledge' }).getByText('Clean desk').waitFor()
      await assertAccessibleInBoth(page, 'policies')
      await page.goto('/my-work')
      await page.getByRole('link', { name: 'Clean desk' }).click()
      let fileRequests = 0
      page.on('request', request => {
        if (request.url().endsWith('/file')) fileRequests++
      })
      await button(page, 'Acknowledge').click()
      await page.getByText('Open the file first.').waitFor()
      await button(page, 'Open the file').click()
      await page.getByText('Clean your desk.').waitFor()
      await assertAccessibleInBoth(page, 'a policy to acknowledge')
      await button(page, 'Acknowledge').click()
      await page.getByText('You acknowledged it').waitFor()
      await waitUntilSettled(page)
      assert.equal(fileRequests, 1)
      await page.goto('/my-work')
      await page.getByText('Nothing to do').waitFor()
      assert.deepEqual(window.pageErrors, [])
    }
    assert.equal(await probata.system.runJob('end-policy-campaigns'), 1)
    {
      await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
      const { page } = window
      await page.goto('/evidence/claims')
      await page.getByRole('link', { name: '1 of 1 acknowledged: Clean desk' }).click()
      await page.getByText('acknowledgements.csv').first().waitFor()
      assert.deepEqual(window.pageErrors, [])
    }
  })

  test('the file of a campaign stays available after many newer versions', async () => {
    const { id, policyId } = await a.campaign({ personIds: [a.people.contributor] })
    for (let i = 0; i < 50; i++) {
      const { status, body } = await a.announce(policyId, `Newer ${i}.\n`)
      assert.equal(status, 201)
      await a.must('contributor', 200, 'POST', `/policies/${policyId}/versions/${body.version.id}/withdraw`)
    }
    assert.equal((await a.announce(policyId, 'The newest.\n')).status, 201)
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(`/governance/policy-campaigns/${id}`)
    await button(page, 'Open the file').click()
    await page.getByText(/^Policy \d+ of acme/).waitFor()
    await button(page, 'Acknowledge').click()
    await page.getByText('You acknowledged it').waitFor()
    await page.goto(`/governance/policies/${policyId}`)
    await page.getByText('Version 52', { exact: true }).waitFor()
    assert.equal(await button(page, 'Version 52').count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })

  test('a campaign that cannot end says why', async () => {
    const { id, requirementId } = await a.campaign({ personIds: [a.people.reviewer] })
    await a.must('admin', 200, 'PATCH', `/evidence-requirements/${requirementId}`, { status: 'retired' })
    probata.clock.advance(8 * day)
    await probata.system.runJob('end-policy-campaigns')
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/governance/policy-campaigns/${id}`)
    await page.getByText('The campaign could not end').waitFor()
    await page.getByText(/The evidence requirement is retired/).waitFor()
    await assertAccessibleInBoth(page, 'a campaign that cannot end')
    await openAndSubmit(page, 'Cancel the campaign')
    await page.getByText('cancelled').first().waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
