import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { createSubmissionsClient, type SubmissionsClient } from '#test/submissions/submissions-client.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessible, assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { button, confirm, dialogOf, submitWithReason } from './dialogs.ts'

describe('submission lists, calendar and requirements', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: SubmissionsClient
  let requirementId: string

  before(async () => {
    probata = resources.use(await boot())
    client = await createSubmissionsClient(probata)
    requirementId = await client.requirement({ receiptsRequired: 2 }, { requirementKey: 'ROI', title: 'Register' })
  })

  test('an auditor finds packages in the list by status and by due date, and changes nothing', async () => {
    const now = probata.clock.now()
    await client.package(requirementId, { title: 'Forgotten', dueAt: iso(now - 2 * day) })
    await client.package(requirementId, { title: 'In a year', dueAt: iso(now + 300 * day) })
    await client.package(requirementId, { title: 'Register for 2026', dueAt: iso(now + 3 * day) })
    await client.follow(await client.package(requirementId, { title: 'Quarterly register' }), 'closed')
    const latePackage = await client.package(requirementId, { title: 'Filed too late', dueAt: iso(now - 3 * day) })
    await client.follow(latePackage, 'submitted')
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/submissions?status=draft')
    await waitUntilSettled(page)
    await page.getByRole('table', { name: 'Packages' }).getByText('2 days late').waitFor()
    assert.equal(await button(page, 'New package').count(), 0)
    await page.getByLabel('Status', { exact: true }).selectOption('submitted')
    await page
      .getByRole('row', { name: /^Filed too late/ })
      .getByText('sent late')
      .waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('accepted')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByText('By due date').click()
    const group = (name: string) => page.getByRole('region', { name, exact: true })
    await group('Overdue').getByText('Forgotten').waitFor()
    await group('Later').getByText('In a year').waitFor()
    await group('Next 7 days').getByText('Register for 2026').waitFor()
    assert.equal(new URL(page.url()).search, '?view=due')
    await assertAccessibleInBoth(page, 'by due date')
    await page.getByText('By status').click()
    await group('closed').getByText('Quarterly register').waitFor()
    await page.getByText(/^Nothing in: reviewed, approved/).waitFor()
    await assertAccessibleInBoth(page, 'by status')
    await page.getByRole('link', { name: 'Forgotten' }).click()
    await page.getByText('2 days late').waitFor()
    await waitUntilSettled(page)
    for (const name of ['Mark as reviewed', 'Change title or due date', 'Attach a claim', 'Return to draft'])
      assert.equal(await button(page, name).count(), 0, name)
    assert.deepEqual(window.pageErrors, [])
  })

  test('the calendar moves by month; its feed is shown once and revoked by an administrator', async () => {
    const due = new Date(probata.clock.now() + 70 * day)
    await client.package(requirementId, { title: 'Two months ahead', dueAt: due.toISOString() })
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/submissions/calendar')
    await page.getByText('No calendar feeds').waitFor()
    const dueMonth = due.toISOString().slice(0, 7)
    while (!page.url().endsWith(dueMonth)) {
      const startUrl = page.url()
      await button(page, 'Next month').click()
      await page.waitForURL(url => url.href !== startUrl)
    }
    await page.getByRole('table').getByRole('link', { name: 'Two months ahead' }).waitFor()
    await assertAccessibleInBoth(page, 'calendar')
    await button(page, 'Subscribe to calendar').click()
    await dialogOf(page).getByLabel('Name').fill('Outlook of compliance')
    await confirm(page, 'Subscribe to calendar')
    await page.getByText('Shown only once').waitFor()
    const address = (await dialogOf(page).locator('code').textContent()) ?? ''
    await assertAccessibleInBoth(page, 'feed address')
    const path = new URL(address).pathname
    assert.match((await probata.call('GET', path)).text, /Two months ahead/)
    await button(page, 'I have stored it').click()
    await button(page, 'Revoke “Outlook of compliance”').click()
    await submitWithReason(page, 'Revoke')
    await page.getByText('No calendar feeds').waitFor()
    assert.equal((await probata.call('GET', path)).status, 404)
    assert.deepEqual(window.pageErrors, [])
  })

  test('requirements are created with a policy and pass through their statuses', async () => {
    await using window = await openWindow(probata, { as: 'admin@globex.example' })
    const { page } = window
    await page.goto('/submissions')
    await page.getByText('No requirement is active').waitFor()
    await page.getByRole('link', { name: 'Go to the requirements' }).click()
    await page.getByText('No submission requirements yet').waitFor()
    const create = async () => {
      await button(page, 'New submission requirement').click()
      await dialogOf(page).getByLabel('Key').fill('INC-01')
      await dialogOf(page).getByLabel('Title').fill('Major incident')
      await dialogOf(page).getByLabel('Kind').selectOption('incident_notification')
      await dialogOf(page).getByLabel('Receipts until it is accepted').fill('3')
      await dialogOf(page).getByLabel('Review required').check()
    }
    await create()
    await submitWithReason(page, 'Create')
    await page.getByRole('table').getByText('3 receipts, review').waitFor()
    await assertAccessibleInBoth(page, 'requirements')
    await create()
    await confirm(page, 'Create')
    await dialogOf(page).getByRole('alert').getByText('A requirement with this requirementKey already exists').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Major incident' }).click()
    await page.getByRole('heading', { name: 'Major incident', level: 1 }).waitFor()
    const draft = page.getByRole('row', { name: /^draft/ })
    assert.equal(await draft.getByText('submitted').count(), 0, 'not past the review')
    await button(page, 'Edit').click()
    await dialogOf(page).getByLabel('Review required').uncheck()
    await submitWithReason(page, 'Save')
    await draft.getByText('submitted', { exact: true }).waitFor()
    await button(page, 'Activate').click()
    for (const name of ['Retire', 'Archive']) {
      await button(page, name).click()
      await submitWithReason(page, name)
    }
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('archived').waitFor()
    await assertAccessibleInBoth(page, 'requirement')
    await page.goto('/submissions/requirements?status=active')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.goto('/submissions/packages/subpkg_00000000000000000000000000')
    await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('on a phone, in German, no page is wider than the window', async () => {
    await using window = await openWindow(probata, {
      as: 'reviewer@acme.example',
      phone: true,
      language: 'de',
    })
    const { page } = window
    const packageId = await client.package(requirementId)
    for (const path of [
      '/submissions',
      '/submissions?view=due',
      '/submissions/calendar',
      '/submissions/requirements',
      `/submissions/requirements/${requirementId}`,
      `/submissions/packages/${packageId}`,
    ]) {
      await page.goto(path)
      await waitUntilSettled(page)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.ok(Number(overflow) <= 0, `${path} is ${overflow} px too wide`)
      await assertAccessible(page, `${path}, phone`)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/phone${path.replaceAll(/[^a-z]/g, '-')}.png` })
    }
    assert.deepEqual(window.pageErrors, [])
  })
})
