import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient } from '#test/findings-client.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
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

  test('it is empty until the reader has work, links to it, and drops finished work', async () => {
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
    const table = page.getByRole('table', { name: 'My work' })
    await table.getByText('Old cipher').waitFor()
    const texts = await table.getByRole('link').allTextContents()
    assert.deepEqual(texts, ['Old cipher', 'No date'])
    await assertAccessibleInBoth(page, 'my work')
    await page.getByLabel('To do', { exact: true }).selectOption('risk_review')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.goto('/my-work')
    await table.getByRole('link', { name: 'Old cipher' }).click()
    await page.waitForURL(`**/governance/findings/${id}`)
    await client.must(200, 'contributor', 'POST', `/findings/${id}/remediate`)
    await page.goto('/my-work')
    await table.getByText('No date').first().waitFor()
    assert.equal(await table.getByText('Old cipher').count(), 0)
    assert.deepEqual(window.complaints, [])
  })

  test('a person creates a calendar of their work; its URL is shown once', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/my-work')
    await waitUntilSettled(page)
    await button(page, 'Subscribe').click()
    const dialog = dialogOf(page)
    await dialog.getByText(/secret address for your work/).waitFor()
    assert.deepEqual(window.complaints, [])
  })
})
