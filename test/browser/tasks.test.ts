import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { day, minute } from '#lib/clock.ts'
import { offerSetup } from '#src/features/access/setup-link.ts'
import { password } from '#test/fixture.ts'
import { startMailServer } from '#test/mail-server.ts'
import { boot } from '#test/system.ts'
import { startReceiver } from '#test/webhooks/receiver.ts'
import { loopback, webhooksOf } from '#test/webhooks/webhooks.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { openWindow, withChromium } from './browser.ts'
import { choose } from './choose.ts'
import { button, dialogOf, fillReasonIfAsked, localTime } from './dialogs.ts'

/**
 * Returns a function that counts the clicks on a page since this call. The app must not load another document in the
 * meantime.
 */
const countPresses = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(`window.__presses = 0; addEventListener('pointerdown', () => (window.__presses += 1), true)`)
  return async () => Number(await page.evaluate('window.__presses'))
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

describe('the clicks that a task takes', withChromium, () => {
  test('from an empty workspace to the first accepted claim: at most 14', async () => {
    await using mail = await startMailServer()
    await using fresh = await boot({ provision: null, env: { SMTP_URL: mail.url, MAIL_FROM: 'probata@new.example' } })
    const setup = new URL((await offerSetup(fresh.system.services)) ?? '')
    await using first = await openWindow(fresh)
    const { page } = first
    await page.goto(setup.pathname + setup.hash)
    const presses = await countPresses(page)
    await page.getByLabel('Name of the workspace').fill('New Bank')
    await page.getByLabel(/^Name \*$/).fill('First Person')
    await page.getByLabel('E-mail address').fill('first@new.example')
    await page.getByLabel(/^Password/).fill(password)
    await button(page, 'Create the administrator').click()
    await link(page, 'Invite a reviewer').click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('E-mail address').fill('second@new.example')
    await dialog.getByLabel(/^Name/).fill('Second Person')
    assert.equal(await dialog.getByRole('radio', { name: 'Reviewer' }).isChecked(), true)
    await fillReasonIfAsked(dialog)
    await button(page, 'Create the link').click()
    await page.getByText('It was mailed to second@new.example.').waitFor()
    await link(page, 'Home').click()
    await link(page, 'Log the first proof').click()
    await page.getByLabel(/^What does it prove/).fill('Restored')
    await button(page, 'Submit for review').click()
    await page.getByRole('heading', { name: 'Restored', level: 1 }).waitFor()

    const [, address = ''] = /(http\S+)/.exec(await mail.letter('second@new.example', /http/)) ?? []
    const invitation = new URL(address)
    await using second = await openWindow(fresh)
    const reviewer = second.page
    await reviewer.goto(invitation.pathname + invitation.hash)
    const reviewerPresses = await countPresses(reviewer)
    await reviewer.getByLabel(/^New password/).fill(password)
    await button(reviewer, 'Join').click()
    await link(reviewer, 'Restored').click()
    await reviewer.getByRole('button', { name: /^Accept/ }).click()
    await fillReasonIfAsked(dialogOf(reviewer))
    await dialogOf(reviewer)
      .getByRole('button', { name: /^Accept/ })
      .click()
    await reviewer.getByText('accepted', { exact: true }).first().waitFor()
    const count = (await presses()) + (await reviewerPresses())
    assert.ok(count <= 14, `${count} clicks`)
    assert.deepEqual(first.pageErrors, [])
    assert.deepEqual(second.pageErrors, [])
  })

  test('from the file of a framework to the first covered clause: at most 8', async () => {
    await using p = await boot()
    const client = createWorkspaceClient(p)
    const { requirements } = await client.get('admin', '/evidence-requirements?status=active')
    await client.decide(await client.claim('night-1', { evidenceRequirementId: requirements[0].id }), 'approve')
    await using window = await openWindow(p, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/')
    const presses = await countPresses(page)
    await link(page, 'Frameworks').click()
    await button(page, 'Import from a file').click()
    const text = 'clauseKey,title,text\nA.1,Backups,Restore them once a year.\n'
    const file = { name: 'House-2026.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await dialogOf(page).locator('input[type=file]').first().setInputFiles(file)
    await dialogOf(page).getByText('1 clause read').waitFor()
    await button(page, 'Create and import').click()
    await page.getByRole('table', { name: 'Clauses' }).getByRole('link', { name: 'A.1 Backups' }).click()
    await page.getByRole('table', { name: 'Controls that answer it' }).getByRole('link').first().click()
    await button(page, 'Add a requirement').click()
    await choose(dialogOf(page), 'Evidence requirement', 'BKP-01')
    await dialogOf(page).getByRole('button', { name: 'Add a requirement' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    const count = await presses()
    await link(page, 'A.1 Backups').click()
    await page.getByText('proven', { exact: true }).first().waitFor()
    assert.ok(count <= 8, `${count} clicks`)
    assert.deepEqual(window.pageErrors, [])
  })

  test('a policy campaign: at most 12, and 2 for each person', async () => {
    await using p = await boot()
    await using author = await openWindow(p, { as: 'contributor@acme.example' })
    const authorPage = author.page
    await authorPage.goto('/governance/policies')
    const authorClicks = await countPresses(authorPage)
    await button(authorPage, 'New policy').click()
    await dialogOf(authorPage).getByLabel('Key').fill('ISP-1')
    await dialogOf(authorPage).getByLabel('Title').fill('Clean desk')
    await button(authorPage, 'Create').click()
    await button(authorPage, 'New version').click()
    const file = { name: 'desk.txt', mimeType: 'text/plain', buffer: Buffer.from('Clean your desk.\n') }
    await dialogOf(authorPage).locator('input[type=file]').setInputFiles(file)
    await button(authorPage, 'Upload').click()
    await authorPage.getByRole('table', { name: 'Versions' }).getByText('draft', { exact: true }).waitFor()

    await using manager = await openWindow(p, { as: 'admin@acme.example' })
    const { page } = manager
    await page.goto('/governance/policies')
    const managerClicks = await countPresses(page)
    await link(page, 'Clean desk').click()
    await button(page, 'Publish').click()
    await fillReasonIfAsked(dialogOf(page))
    await dialogOf(page).getByRole('button', { name: 'Publish' }).click()
    await button(page, 'Start a campaign').click()
    await choose(dialogOf(page), 'Evidence requirement', 'BKP-01')
    await dialogOf(page)
      .getByLabel('Due')
      .fill(localTime(p.clock.now() + 7 * day))
    await dialogOf(page).getByLabel('Contributor').check()
    await fillReasonIfAsked(dialogOf(page))
    await dialogOf(page).getByRole('button', { name: 'Start a campaign' }).click()
    await page.getByText('0 of 1 have acknowledged.').waitFor()
    const count = (await authorClicks()) + (await managerClicks())
    assert.ok(count <= 12, `${count} clicks`)

    await authorPage.goto('/')
    await link(authorPage, 'Clean desk').click()
    const read = await countPresses(authorPage)
    await button(authorPage, 'Open the file').click()
    await authorPage.getByText('Clean your desk.').waitFor()
    await button(authorPage, 'Acknowledge').click()
    await authorPage.getByText('You acknowledged it').waitFor()
    assert.equal(await read(), 2)
    assert.deepEqual(author.pageErrors, [])
    assert.deepEqual(manager.pageErrors, [])
  })

  test('correcting a failing webhook and delivering all waiting events: at most 5', async () => {
    await using p = await boot({ env: loopback })
    await using broken = await startReceiver((_, response) => response.writeHead(500).end())
    await using repaired = await startReceiver((_, response) => response.writeHead(204).end())
    const webhooks = webhooksOf(p)
    await webhooks.create(broken.url)
    const events = await webhooks.emit(26)
    await p.system.delivery.drain()
    await using window = await openWindow(p, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/')
    const presses = await countPresses(page)
    await link(page, /does not accept events/).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel(/^Address of the receiver/).fill(repaired.url)
    await fillReasonIfAsked(page)
    await button(page, 'Save').click()
    await button(page, 'Deliver everything now').click()
    await page.getByText(/ being sent\.$/).waitFor()
    const count = await presses()
    await p.system.delivery.drain()
    // The deliveries are due at times spread over a few seconds.
    p.clock.advance(minute)
    await p.system.delivery.drain()
    assert.deepEqual(repaired.events().toSorted(), events.toSorted())
    assert.ok(count <= 5, `${count} clicks`)
    assert.deepEqual(window.pageErrors, [])
  })
})
