import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { day, iso } from '#lib/clock.ts'
import { createSubmissionsClient, type SubmissionsClient } from '#test/submissions/submissions-client.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { choose } from './choose.ts'
import { button, confirm, dialogOf, localTime, submitWithReason } from './dialogs.ts'

const record = async (page: Page, label: string): Promise<void> => {
  await button(page, label).click()
  await submitWithReason(page, 'Record')
}

describe('submission packages', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: SubmissionsClient
  let requirementId: string

  before(async () => {
    probata = resources.use(await boot())
    client = await createSubmissionsClient(probata)
    requirementId = await client.requirement({ receiptsRequired: 2 }, { requirementKey: 'ROI', title: 'Register' })
  })

  test('a contributor creates a package with accepted evidence; a key is unique', async () => {
    const { claim, decide } = createWorkspaceClient(probata)
    await decide(await claim('vault-7'), 'approve')
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/submissions')
    await page.getByText('No packages yet').waitFor()
    await assertAccessibleInBoth(page, 'packages, empty')
    const fill = async () => {
      await button(page, 'New package').click()
      await choose(dialogOf(page), 'Requirement', 'ROI')
      await dialogOf(page).getByLabel('Key').fill('ROI-2026')
      await dialogOf(page).getByLabel('Title').fill('Register of 2026')
      await dialogOf(page)
        .getByLabel('Due')
        .fill(localTime(probata.clock.now() + 3 * day))
    }
    await fill()
    await submitWithReason(page, 'Create')
    await page.getByRole('heading', { name: 'Register of 2026', level: 1 }).waitFor()
    await page.getByText('2 days left').waitFor()
    await page.getByText(/^Possible now: Reviewed, Approved, Submitted, Withdrawn, Closed\./).waitFor()
    assert.equal(await button(page, 'Record submission').count(), 0)

    await page.getByText('Nothing attached').waitFor()
    await button(page, 'Attach a claim').click()
    await dialogOf(page).getByRole('combobox', { name: 'Accepted claim' }).fill('no such thing')
    await page.getByRole('status').getByText('Nothing found').waitFor()
    await choose(dialogOf(page), 'Accepted claim', 'vault-7 · Backup report of last night')
    await submitWithReason(page, 'Attach a claim')
    const contents = page.getByRole('table', { name: 'Contents' })
    await contents.getByText('unchanged').waitFor()
    await page.getByText('Claim attached').waitFor()
    await button(page, 'Remove “Backup report of last night”').click()
    await submitWithReason(page, 'Remove')
    await page.getByText('Nothing attached').waitFor()
    await page.getByText('Claim removed').waitFor()

    await button(page, 'Change title or due date').click()
    await dialogOf(page).getByLabel('Title').fill('Register for 2026')
    await submitWithReason(page, 'Save')
    await page.getByRole('heading', { name: 'Register for 2026', level: 1 }).waitFor()

    await page.getByRole('link', { name: 'Packages' }).first().click()
    await page.getByRole('row').nth(1).waitFor()
    await fill()
    await confirm(page, 'Create')
    await dialogOf(page).getByRole('alert').getByText('This requirement already has a package with this key.').waitFor()
    await dialogOf(page)
      .getByText(/^Request ID req_/)
      .waitFor()
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    assert.deepEqual(window.pageErrors, [])
  })

  test('a reviewer submits a package: returned once, submitted, two receipts, accepted; invalid events are explained', async () => {
    const id = await client.package(requirementId, {
      title: 'Quarterly register',
      dueAt: iso(probata.clock.now() + day),
    })
    await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
    const { page } = window
    await page.goto(`/submissions/packages/${id}`)
    await waitUntilSettled(page)
    assert.equal(await button(page, 'Record receipt').count(), 0, 'not valid in draft')
    await record(page, 'Mark as reviewed')
    await button(page, 'Return to draft').click()
    await button(page, 'The contents are incomplete.').click()
    await dialogOf(page).getByRole('button', { name: 'Return to draft' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    const timeline = page.getByRole('list').filter({ hasText: 'Returned to draft' })
    await timeline.getByText('The contents are incomplete.').waitFor()
    for (const step of [/^Reviewed/, /^Returned to draft/])
      await timeline.getByRole('listitem').filter({ hasText: step }).getByText('reviewer of acme').waitFor()

    await button(page, 'Record submission').click()
    await dialogOf(page).getByLabel('This happened earlier').check()
    await dialogOf(page)
      .getByLabel('When it happened')
      .fill(localTime(probata.clock.now() + day))
    await dialogOf(page).getByText('This is in the future.').waitFor()
    await dialogOf(page)
      .getByLabel('When it happened')
      .fill(localTime(probata.clock.now() - day))
    await dialogOf(page).getByLabel('Name 1').fill('channel')
    await dialogOf(page).getByLabel('Value 1').fill('portal')
    await assertAccessibleInBoth(page, 'record an event')
    await submitWithReason(page, 'Record')
    await timeline.getByText('backdated').waitFor()
    await timeline.getByRole('button', { name: 'Details' }).click()
    await timeline.getByText('portal').waitFor()

    await client.follow(id, 'receipt_received')
    await page.reload()
    await record(page, 'Record receipt')
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('accepted').waitFor()

    await client.follow(id, 'withdrawn')
    await button(page, 'Record withdrawal').click()
    await confirm(page, 'Record')
    const alert = dialogOf(page).getByRole('alert')
    await alert.getByRole('row', { name: 'Status accepted withdrawn' }).waitFor()
    await alert.getByRole('button', { name: 'Make my change anyway' }).click()
    const refusal =
      'The package is withdrawn, so the event withdrawn is not possible. Possible events: receipt_received, rejected, resubmitted, closed.'
    await alert.getByText(refusal).waitFor()
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    // By now the page has reloaded the events that are valid.
    await button(page, 'Record withdrawal').waitFor({ state: 'detached' })
    await button(page, 'Record receipt').click()
    await dialogOf(page).getByText('JSON', { exact: true }).click()
    await dialogOf(page).getByRole('textbox', { name: 'JSON' }).fill('[]')
    await dialogOf(page).getByText('This is not a JSON object.').waitFor()
    await dialogOf(page).getByRole('textbox', { name: 'JSON' }).fill('{"ack": {"late": true}}')
    await submitWithReason(page, 'Record')
    await timeline.getByText('recorded, no effect').waitFor()
    await record(page, 'Close package')
    await page.getByText('This package is closed: nothing more can be recorded.').waitFor()
    await assertAccessibleInBoth(page, 'package')
    assert.equal((await client.get(id)).status, 'closed')
    assert.deepEqual(window.pageErrors, [])
  })

  test('a package that another tab withdrew is not closed from a dialog opened earlier', async () => {
    const id = await client.package(requirementId, { title: 'Decided elsewhere' })
    await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
    const { page, context } = window
    await page.goto(`/submissions/packages/${id}`)
    await button(page, 'Close package').click()
    const other = await context.newPage()
    await other.goto(`/submissions/packages/${id}`)
    await record(other, 'Record withdrawal')

    // The page behind the dialog still shows the state that the user saw.
    await page.bringToFront()
    await confirm(page, 'Record')
    const alert = dialogOf(page).getByRole('alert')
    await alert.getByText('Last changed by reviewer of acme').waitFor()
    await alert.getByRole('row', { name: 'Status draft withdrawn' }).waitFor()
    await alert.getByRole('button', { name: 'Keep the current version' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('withdrawn').waitFor()
    assert.equal((await client.get(id)).status, 'withdrawn')
    assert.deepEqual(window.pageErrors, [])
  })
})
