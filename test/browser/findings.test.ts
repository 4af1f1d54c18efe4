import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { day } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient, scanned } from '#test/findings-client.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { choose } from './choose.ts'
import { actAtOnce, button, dialogOf, localTime, openAndSubmit, submitWithReason } from './dialogs.ts'

describe('findings', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let acme: FindingsClient

  before(async () => {
    probata = resources.use(await boot())
    acme = await createFindingsClient(probata)
  })

  test('people filter findings, select some and assign them', async () => {
    await acme.scan('scanner', true, scanned('one', { title: 'Open port' }), scanned('two', { title: 'Old cipher' }))
    await acme.finding({ title: 'Seen on a walk', severity: 'low' })
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/governance/findings')
    const table = page.getByRole('table', { name: 'Findings' })
    await table.getByRole('link', { name: 'Seen on a walk' }).waitFor()
    await assertAccessibleInBoth(page, 'the findings')
    const walk = table.getByRole('link', { name: 'Seen on a walk' })
    await page.getByLabel('Select Seen on a walk').check()
    await page.getByLabel('Severity').selectOption('high')
    await walk.waitFor({ state: 'detached' })
    for (const title of ['Open port', 'Old cipher']) await page.getByLabel(`Select ${title}`).check()
    // Selecting another finding deselects a finding that a filter hides.
    await page.getByLabel('Severity').selectOption('Any')
    await walk.waitFor()
    await page.getByText('2 selected').waitFor()
    await page.getByLabel('Severity').selectOption('high')
    await walk.waitFor({ state: 'detached' })
    await button(page, 'Assign').click()
    await dialogOf(page).getByText('Applies to 2 records.').waitFor()
    await choose(dialogOf(page), 'Owner', 'reviewer of acme')
    await submitWithReason(page, 'Assign')
    await table.getByRole('row', { name: /Open port.*reviewer of acme/ }).waitFor()
    await table.getByRole('row', { name: /Old cipher.*reviewer of acme/ }).waitFor()
    await page.getByText('2 of 2 done.').waitFor()
    await page.getByRole('button', { name: 'Assign', exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(window.pageErrors, [])
  })

  test('a finding shows its category, its last sighting, and its other reports', async () => {
    const other = scanned('lines', { title: 'A password in a test', subjectResourceId: 'login.test.ts' })
    const sighting = { startLine: 12, endLine: 14, snippet: 'const password =' }
    const first = scanned('lines', { title: 'A password in the code', sighting })
    const body = { sourceModuleKey: 'scanner', category: 'nightly', isComplete: false, findings: [first, other] }
    assert.equal((await acme.machine('POST', '/findings/scan-results', body)).status, 200)
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/governance/findings')
    await page.getByRole('row', { name: /A password in the code.*scanner · nightly/ }).waitFor()
    await page.getByRole('link', { name: 'A password in the code' }).click()
    await page.getByText('Lines 12 to 14').waitFor()
    await page.getByRole('region', { name: 'Code at these lines' }).getByText('const password =').waitFor()
    await page.getByText('A password in a test · host login.test.ts').waitFor()
    await page.getByText('nightly', { exact: true }).waitFor()
    await assertAccessibleInBoth(page, 'a finding with its lines')
    assert.deepEqual(window.pageErrors, [])
  })

  test('a finding is recorded, remediated and then resolved with proof by another person', async () => {
    const { claimKey } = await acme.get('reviewer', `/claims/${await acme.accepted()}`)
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/governance/findings')
    await button(page, 'New finding').click()
    for (const [label, text] of [
      ['Title', 'Default password'],
      ['Subject module', 'assets'],
      ['Subject type', 'printer'],
      ['Subject ID', 'printer-7'],
    ] as const)
      await dialogOf(page).getByLabel(label).fill(text)
    await dialogOf(page).getByLabel('Severity').selectOption('critical')
    await submitWithReason(page, 'Create')
    await page.getByRole('heading', { name: 'Default password' }).waitFor()
    await assertAccessibleInBoth(page, 'a finding')
    await actAtOnce(page, 'Start', 'New status: in progress')
    await openAndSubmit(page, 'Mark as remediated', undefined, 'the dialog of a move')
    await button(page, 'Link a claim').click()
    await choose(dialogOf(page), 'Claim', claimKey)
    await submitWithReason(page, 'Link a claim')
    await page.getByRole('table', { name: 'Proof' }).getByText('accepted').waitFor()
    assert.equal(await button(page, 'Resolve').count(), 0)
    assert.deepEqual(window.pageErrors, [])

    await using others = await openWindow(probata, { as: 'reviewer@acme.example' })
    await others.page.goto(new URL(page.url()).pathname)
    await openAndSubmit(others.page, 'Resolve')
    await others.page.getByRole('main').getByText('resolved', { exact: true }).first().waitFor()
    const proof = others.page.getByRole('link', { name: new RegExp(`^${claimKey} · `) })
    await proof.first().waitFor()
    assert.equal(await others.page.getByText(/^gec_/).count(), 0, 'the history names the claim')
    await openAndSubmit(others.page, 'Reopen')
    await openAndSubmit(others.page, 'Mark as remediated')
    await others.page.getByText('You remediated this finding, so another person must close it.').waitFor()
    assert.deepEqual(others.pageErrors, [])
  })

  test('everyone sees the days until findings are due; an administrator changes them', async () => {
    await using others = await openWindow(probata, { as: 'contributor@acme.example' })
    await others.page.goto('/governance/findings')
    await others.page.getByText(/critical 7 days, high 30 days.*info never/).waitFor()
    assert.equal(await button(others.page, 'Change the due days').count(), 0)

    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/governance/findings')
    await button(page, 'Change the due days').click()
    await dialogOf(page).getByLabel('high').fill('14')
    await dialogOf(page).getByLabel('low').fill('')
    await submitWithReason(page, 'Save')
    await page.getByText(/critical 7 days, high 14 days.*low never, info never/).waitFor()
    assert.deepEqual([...window.pageErrors, ...others.pageErrors], [])
  })

  test('a finding is accepted until a date; an auditor has no actions', async () => {
    const { id } = await acme.finding({ title: 'Too old a kernel' })
    await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
    const { page } = window
    await page.goto(`/governance/findings/${id}`)
    await button(page, 'Accept the risk').click()
    await dialogOf(page)
      .getByLabel('Accepted until')
      .fill(localTime(probata.clock.now() + 30 * day))
    await submitWithReason(page, 'Accept the risk')
    await page.getByText('Accepted until').first().waitFor()
    assert.deepEqual(window.pageErrors, [])

    await using auditors = await openWindow(probata, { as: 'auditor@acme.example', phone: true })
    for (const address of [`/governance/findings/${id}`, '/governance/findings']) {
      await auditors.page.goto(address)
      await waitUntilSettled(auditors.page)
      assert.equal(
        await auditors.page.locator('main :is([aria-haspopup=dialog], [data-operation]):not(.list-tools *)').count(),
        0,
      )
    }
    assert.deepEqual(auditors.pageErrors, [])
  })
})
