import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient } from '#test/findings-client.ts'
import { createSubmissionsClient } from '#test/submissions/submissions-client.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { button, dialogOf } from './dialogs.ts'

describe('my work', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: FindingsClient

  before(async () => {
    probata = resources.use(await boot())
    client = await createFindingsClient(probata)
  })

  test('home summarizes waiting work in one sentence, whose links open exactly the records that they count', async () => {
    await using window = await openWindow(probata, { as: 'second.reviewer@acme.example' })
    const { page } = window
    await page.goto('/')
    await page.getByText('Nothing waits for you.').waitFor()
    await assertAccessibleInBoth(page, 'home, nothing to do')
    const { 'second.reviewer': ownerId } = await client.people()
    const finding = (title: string, days: number) =>
      client.finding({ title, ownerId, dueAt: iso(probata.clock.now() + days * day) })
    await finding('Late one', -1.5)
    await finding('Late two', -3.5)
    await finding('Soon', 5)
    await finding('Far', 20)
    await page.reload()
    await page.getByText('2 findings are late and 1 finding is due within 7 days.').waitFor()
    const list = page.getByRole('region', { name: 'Late and next' })
    await list.getByText('3 days late').waitFor()
    assert.deepEqual(await list.getByRole('row').getByRole('link').allTextContents(), [
      ...['Late two', 'Late one', 'Soon', 'Far'],
    ])
    await assertAccessibleInBoth(page, 'home')
    await page.getByRole('link', { name: '2 findings are late' }).click()
    await page.waitForURL('**/my-work?kind=finding_remediation&due=late')
    const table = page.getByRole('table', { name: 'Remediate a finding' })
    await table.getByText('Late two').waitFor()
    assert.deepEqual(await table.getByRole('link').allTextContents(), ['Late two', 'Late one'])
    await page.goto('/')
    await page.getByRole('link', { name: 'Go to My work' }).click()
    await table.getByText('Far').waitFor()
    assert.equal(await table.getByRole('link').count(), 4)
    assert.deepEqual(window.pageErrors, [])
  })

  test('the page is empty until the user has work, links to it, and drops finished work', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/my-work')
    await page.getByText('Nothing to do').waitFor()
    await assertAccessibleInBoth(page, 'my work, empty')
    const { contributor: ownerId } = await client.people()
    const dueAt = iso(probata.clock.now() + day)
    const { id } = await client.finding({ title: 'Old cipher', ownerId, dueAt })
    await client.finding({ title: 'No date', ownerId, dueAt: null })
    await page.reload()
    await client.finding({ title: 'Weak password', ownerId, dueAt: iso(probata.clock.now() - 2.5 * day) })
    await page.reload()
    const table = page.getByRole('table', { name: 'Remediate a finding' })
    await table.getByText('Old cipher').waitFor()
    const texts = await table.getByRole('link').allTextContents()
    assert.deepEqual(texts, ['Weak password', 'Old cipher', 'No date'])
    await table.getByRole('row', { name: 'Weak password' }).getByText('2 days late').waitFor()
    await page.getByRole('region', { name: 'Remediate a finding' }).getByText('3', { exact: true }).waitFor()
    await assertAccessibleInBoth(page, 'my work')
    await page.getByLabel('Due', { exact: true }).selectOption('late')
    await page.waitForURL('**/my-work?due=late')
    await table.getByText('Old cipher').waitFor({ state: 'detached' })
    assert.deepEqual(await table.getByRole('link').allTextContents(), ['Weak password'])
    await page.getByLabel('To do', { exact: true }).selectOption('risk_review')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.goto('/my-work')
    await table.getByRole('link', { name: 'Old cipher' }).click()
    await page.waitForURL(`**/governance/findings/${id}`)
    await client.must(200, 'contributor', 'POST', `/findings/${id}/remediate`)
    await page.goto('/my-work')
    await table.getByText('No date').first().waitFor()
    assert.equal(await table.getByText('Old cipher').count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })

  test('home shows coverage, operational problems and activity only if there are any', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    const requests: string[] = []
    page.on('request', request => requests.push(new URL(request.url()).pathname))
    await page.goto('/')
    const parts = () => requests.flatMap(path => path.split('/api/workspace/overview/').slice(1)).toSorted()
    // The home page loads operational problems once the browser is idle.
    await until('every part is requested', () => parts().length >= 4)
    await waitUntilSettled(page)
    assert.deepEqual(parts(), ['coverage', 'operations', 'webhooks', 'work'])
    assert.equal(await page.getByRole('heading', { name: 'Operation needs attention' }).count(), 0)
    const { id } = await client.must(201, 'admin', 'POST', '/frameworks', {
      ...{ frameworkKey: 'ISO', title: 'ISO 27001', status: 'active' },
    })
    await client.must(200, 'admin', 'POST', `/frameworks/${id}/clauses`, {
      clauses: [{ clauseKey: 'A.5', title: 'Policies' }],
    })
    await probata.sql(
      `insert into job (name, next_run_at, failures) values ('expire-claims', now(), 1)
        on conflict (name) do update set failures = 1`,
    )
    await probata.sql("update organization set operator = true where slug = 'acme'")
    await page.reload()
    await page.getByRole('link', { name: /^The last run of the job .+ failed$/ }).waitFor()
    await page.getByText('0 of 1 clauses proven').waitFor()
    await assertAccessibleInBoth(page, 'home of an administrator')
    await page.getByRole('link', { name: /^ISO 27001/ }).click()
    await page.waitForURL(`**/governance/frameworks/${id}/report`)
    assert.deepEqual(window.pageErrors, [])
  })

  test('the kinds come in the order of their first tasks, as on the overview', async () => {
    const { reviewer: ownerId } = await client.people()
    await client.finding({ title: 'Due later', ownerId, dueAt: iso(probata.clock.now() + 5 * day) })
    const submissions = await createSubmissionsClient(probata)
    const dueAt = iso(probata.clock.now() - 2 * day)
    await submissions.package(await submissions.requirement(), { title: 'Overdue filing', dueAt })
    await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
    const { page } = window
    await page.goto('/my-work')
    await page.getByRole('link', { name: 'Overdue filing' }).waitFor()
    assert.deepEqual(await page.getByRole('heading', { level: 2 }).allTextContents(), [
      ...['Send a package', 'Close a finding', 'Remediate a finding'],
    ])
    assert.deepEqual(window.pageErrors, [])
  })

  test('a person creates a calendar of their work; its URL is shown once', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/my-work')
    await waitUntilSettled(page)
    await button(page, 'Subscribe to calendar').click()
    const dialog = dialogOf(page)
    await dialog.getByText(/secret address for your work/).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
