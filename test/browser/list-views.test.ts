import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { button, dialogOf } from './dialogs.ts'

const menuItem = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

describe('saved views and columns of lists', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: WorkspaceClient

  before(async () => {
    probata = resources.use(await boot())
    client = createWorkspaceClient(probata)
    await client.claim('one', { title: 'Backup of Monday' })
    await client.decide(await client.claim('two', { title: 'Backup of Tuesday' }), 'approve')
  })

  const save = async (page: Page, name: string, isShared: boolean): Promise<void> => {
    await button(page, 'Views').click()
    await menuItem(page, 'Save this view').click()
    await dialogOf(page).getByLabel('Name').fill(name)
    if (isShared) await dialogOf(page).getByLabel('Share with the workspace').check()
    await assertAccessibleInBoth(page, 'the dialog to save a view', '[role=dialog]')
    await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
    await button(page, `View: ${name}`).waitFor()
  }

  test('rows stay in their place while the tools of their list load', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    const loading = Promise.withResolvers<void>()
    const requested = Promise.withResolvers<void>()
    for (const file of ['late-list', 'filter-fields'])
      await page.route(`**/assets/${file}-*.js`, async route => {
        requested.resolve()
        await loading.promise
        await route.continue()
      })
    await page.goto('/account')
    await page.getByRole('link', { name: 'Claims', exact: true }).click()
    await page.getByText('Backup of Monday').first().waitFor()
    await requested.promise
    await page.evaluate('new Promise(requestAnimationFrame)')
    assert.equal(await page.locator('tbody tr').evaluateAll(rows => rows.length), 2)
    loading.resolve()
    await button(page, 'Columns').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a view keeps filters, order and columns; others see it once it is shared', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/evidence/claims?status=submitted')
    const table = page.getByRole('table', { name: 'Claims' })
    await table.getByRole('button', { name: 'Valid until' }).click()
    await page.waitForURL(/sort=validUntil/)
    assert.equal(await table.getByRole('columnheader', { name: 'Valid until' }).getAttribute('aria-sort'), 'ascending')
    await button(page, 'Columns').click()
    await page.getByRole('menuitemcheckbox', { name: 'Key' }).click()
    await assertAccessibleInBoth(page, 'the menu of columns', '[role=menu]')
    await page.keyboard.press('Escape')
    await table.getByRole('columnheader', { name: 'Key' }).waitFor({ state: 'detached' })
    await save(page, 'Waiting, by end', true)
    await page.goto('/evidence/claims?status=accepted')
    await save(page, 'My accepted ones', false)
    // The list remembers the chosen columns.
    assert.equal(await table.getByRole('columnheader', { name: 'Key' }).count(), 0)
    await button(page, 'View: My accepted ones').click()
    await assertAccessibleInBoth(page, 'the menu of views', '[role=menu]')
    await menuItem(page, /^Waiting, by end/).click()
    await page.waitForURL(/status=submitted/)
    await table.getByRole('link', { name: 'Backup of Monday' }).waitFor()
    assert.match(page.url(), /sort=validUntil/)
    assert.deepEqual(window.pageErrors, [])

    await using others = await openWindow(probata, { as: 'reviewer@acme.example' })
    await others.page.goto('/evidence/claims')
    const header = others.page.getByRole('columnheader', { name: 'Key' })
    await header.waitFor()
    await button(others.page, 'Views').click()
    await others.page.getByText('Shared by contributor of acme').waitFor()
    assert.equal(await menuItem(others.page, 'My accepted ones').count(), 0)
    await menuItem(others.page, /^Waiting, by end/).click()
    await others.page.waitForURL(/status=submitted/)
    // The view has columns of its own, which everyone who opens it sees.
    await header.waitFor({ state: 'detached' })
    await button(others.page, 'View: Waiting, by end').click()
    assert.equal(await menuItem(others.page, 'Delete this view').count(), 0)
    await others.page.keyboard.press('Escape')
    // The command palette finds the view by its name.
    await others.page.keyboard.press('Control+k')
    await dialogOf(others.page).getByRole('textbox').fill('waiting, by')
    await dialogOf(others.page)
      .getByRole('button', { name: /Saved view · Claims/ })
      .waitFor()
    await others.page.keyboard.press('Enter')
    await others.page.waitForURL(/sort=validUntil/)
    assert.deepEqual(others.pageErrors, [])
  })

  test('an administrator deletes a shared view; names are unique', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/governance/risks?status=assessed')
    await save(page, 'Assessed', true)
    await page.goto('/governance/risks?status=treated')
    await button(page, 'Views').click()
    await menuItem(page, 'Save this view').click()
    await dialogOf(page).getByLabel('Name').fill('assessed')
    await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
    await dialogOf(page).getByText('A view of this list already has this name').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await page.goto('/governance/risks?status=assessed')
    await button(page, 'View: Assessed').click()
    await menuItem(page, 'Delete this view').click()
    await dialogOf(page).getByText('It disappears for everyone.').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Delete this view' }).click()
    await button(page, 'Views').waitFor()
    assert.deepEqual((await client.get('admin', '/saved-views?list=listWorkspaceRisks')).savedViews, [])
    assert.deepEqual(window.pageErrors, [])
  })

  test('a shared view names no record of another unit, and is seen in the unit of its sharer', async () => {
    const unit = async (title: string): Promise<string> =>
      (await client.ask('admin', 'POST', '/units', { unitKey: title, title })).body.id
    const [treasury, lending] = [await unit('treasury'), await unit('lending')]
    const { contributor, reviewer } = await client.people()
    const limit = async (personId: string | undefined, unitIds: readonly string[] | null) =>
      assert.equal((await client.ask('admin', 'PATCH', `/people/${personId}`, { unitIds })).status, 200)
    const requirement = await client.ask('admin', 'POST', '/evidence-requirements', {
      requirementKey: 'SECRET-1',
      title: 'Merger with Globex',
      status: 'active',
    })
    const { id } = requirement.body
    assert.equal((await client.ask('admin', 'POST', '/placements', { recordIds: [id], unitId: treasury })).status, 200)
    await limit(contributor, [treasury])
    await limit(reviewer, [lending])
    const share = async (person: string, name: string) => {
      const body = { list: 'listWorkspaceClaims', name, query: `evidenceRequirementId=${id}`, shared: true }
      assert.equal((await client.ask(person, 'POST', '/saved-views', body)).status, 201)
    }
    await share('contributor', 'Of the treasury')
    await share('admin', 'Of everyone')

    await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
    const { page } = window
    await page.goto('/evidence/claims')
    await button(page, 'Views').click()
    await menuItem(page, /^Of everyone/).click()
    await page.waitForURL(/evidenceRequirementId/)
    await waitUntilSettled(page)
    await page.getByText('Nothing matches these filters').waitFor()
    const text = await page.evaluate<string>(
      `document.body.innerText + [...document.querySelectorAll('input')].map(({ value }) => value).join()`,
    )
    assert.doesNotMatch(text, /SECRET-1|Merger/)
    await button(page, 'View: Of everyone').click()
    assert.equal(await menuItem(page, /^Of the treasury/).count(), 0)
    await limit(reviewer, null)
    await page.reload()
    await button(page, 'View: Of everyone').click()
    await menuItem(page, /^Of the treasury/).waitFor()
    await limit(contributor, null)
    assert.deepEqual(window.pageErrors, [])
  })
})
