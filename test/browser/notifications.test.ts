import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createFindingsClient, type FindingsClient, findingInput } from '#test/findings-client.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessible, openWindow, withChromium } from './browser.ts'

describe('notifications', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let acme: FindingsClient

  before(async () => {
    probata = resources.use(await boot())
    acme = await createFindingsClient(probata)
  })

  test('the bell counts, opens the newest, leads to the record, and is empty after all are read', async () => {
    const { contributor: ownerId } = await acme.people()
    for (const title of ['Open port', 'Old cipher'])
      await acme.must(201, 'admin', 'POST', '/findings', findingInput({ title, ownerId }))
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/')
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
    const panel = page.getByRole('region', { name: 'Newest notifications' })
    await panel.getByRole('link', { name: /Old cipher/ }).waitFor()
    await assertAccessible(page, 'the bell')
    await panel.getByRole('link', { name: /Open port/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Open port' }).waitFor()
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notifications, 0 unread' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a kind is switched off for oneself, and by an administrator for everyone', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/account/notifications')
    const [own, defaults] = ['Your notifications', 'Defaults of the workspace'].map(name =>
      page.getByRole('table', { name }),
    )
    await defaults?.getByLabel('By mail: Claim to review').selectOption('off')
    await own?.getByLabel('By mail: Claim to review').getByText('Default (never)').waitFor({ state: 'attached' })
    await own?.getByLabel('In the bell: Assigned to you').selectOption('false')
    await page.reload()
    const chosen = page.getByRole('table', { name: 'Your notifications' }).getByLabel('In the bell: Assigned to you')
    await chosen.waitFor()
    assert.equal(await chosen.inputValue(), 'false')
    await assertAccessible(page, 'the page of notifications')
    assert.deepEqual(window.pageErrors, [])
  })
})
