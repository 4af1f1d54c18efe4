import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { loopback } from '#test/webhooks/webhooks.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { actAtOnce, button, dialogOf, fillReasonIfAsked, submitWithReason } from './dialogs.ts'

const reason = 'requested by a rejection test'

describe('rejections by the server', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: WorkspaceClient

  before(async () => {
    probata = resources.use(await boot({ env: loopback }))
    client = createWorkspaceClient(probata)
  })

  const create = async (path: string, body: object): Promise<string> => {
    const response = await client.ask('admin', 'POST', path, { ...body })
    assert.equal(response.status, 201, response.text)
    return response.body.id ?? response.body.webhook.id
  }

  test('for a claim that others have changed, a reviewer sees the difference, then continues or reviews again', async () => {
    const { reviewer, 'second.reviewer': second } = await client.people()
    const assignReviewer = (id: string, reviewerId: string | undefined) =>
      client.ask('admin', 'POST', `/claims/${id}/assign`, { reviewerId })
    const ids = await Promise.all(['east', 'west'].map(side => client.claim(side, { title: `Vault in the ${side}` })))
    for (const id of ids) await assignReviewer(id, reviewer)
    await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
    const { page } = window
    await page.goto('/evidence/review?whose=all')
    await waitUntilSettled(page)
    for (const [i, side] of ['east', 'west'].entries()) {
      await page.getByRole('button', { name: `Vault in the ${side}` }).click()
      await page.getByRole('heading', { name: `Vault in the ${side}`, level: 2 }).waitFor()
      await page.getByRole('button', { name: /^Accept/ }).waitFor()
      await assignReviewer(ids[i] ?? '', second)
      await page.keyboard.press('a')
      await page.keyboard.press('1')
      await page.keyboard.press('Enter')
      await page
        .getByRole('group', { name: `Vault in the ${side}` })
        .getByRole('alert')
        .waitFor()
    }
    const row = { name: 'Reviewer reviewer of acme second reviewer of acme' }
    const east = page.getByRole('group', { name: 'Vault in the east' })
    const west = page.getByRole('group', { name: 'Vault in the west' })
    await east.getByRole('row', row).waitFor()
    await west.getByRole('row', row).waitFor()
    await assertAccessibleInBoth(page, 'changed meanwhile, on the client')

    await east.getByRole('button', { name: 'Make my change anyway' }).click()
    await page.getByRole('button', { name: 'Vault in the east' }).waitFor({ state: 'detached' })
    await until('it is approved', async () => (await client.get('admin', `/claims/${ids[0]}`)).status === 'accepted')
    await west.getByRole('button', { name: 'Keep the current version' }).click()
    await west.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Vault in the west', level: 2 }).waitFor()
    assert.equal((await client.get('admin', `/claims/${ids[1]}`)).status, 'submitted')
    assert.deepEqual(window.pageErrors, [])
  })

  test('a webhook test is rejected after another administrator has changed the webhook', async () => {
    const webhook = { url: 'http://127.0.0.1:9/hook', events: ['*'], description: 'Ticket system' }
    const id = await create('/webhooks', webhook)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/webhooks/${id}`)
    await page.getByRole('button', { name: 'Send a test event' }).waitFor()
    await client.ask('admin', 'PATCH', `/webhooks/${id}`, { url: 'http://127.0.0.1:9/other' })
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByRole('alert').getByText('Someone changed this in the meantime').waitFor()
    await page.getByRole('main').getByText('http://127.0.0.1:9/other').first().waitFor()
    await actAtOnce(page, 'Send a test event', 'The test event is on its way.')
    assert.deepEqual(window.pageErrors, [])
  })

  test("a person's next action is based on their previous one, even before the page shows its result", async () => {
    const id = await create('/submission-requirements', {
      ...{ requirementKey: 'INC-02', title: 'Minor incident', submissionKind: 'incident_notification' },
      ...{ status: 'draft', policy: {} },
    })
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/submissions/requirements/${id}`)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/submission-requirements/${id}`, async route => {
      if (route.request().method() === 'PATCH') await released
      await route.continue()
    })
    const sent = page.waitForRequest(request => request.method() === 'PATCH')
    await button(page, 'Activate').click()
    await sent
    await button(page, 'Retire').click()
    // Counts in the page itself, because a locator would wait for the response.
    assert.equal(await page.evaluate(`document.querySelectorAll('[role=dialog]').length`), 0)
    release()
    await dialogOf(page).waitFor()
    await submitWithReason(page, 'Retire')
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('retired').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('an older draft of a package shows every field that differs, including untyped ones', async () => {
    const submissionRequirementId = await create('/submission-requirements', {
      ...{ requirementKey: 'REF-1', title: 'Large exposures', submissionKind: 'regulatory_return', status: 'active' },
    })
    const [dueAt, laterDueAt] = [30, 60].map(days => iso(probata.clock.now() + days * day))
    const draft = { submissionRequirementId, packageKey: 'REF-1-A', title: 'First quarter', dueAt }
    const id = await create('/packages', draft)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    const open = async () => {
      await page.goto(`/submissions/packages/${id}`)
      await page.getByRole('button', { name: 'Change title or due date' }).click()
    }
    const dialog = page.getByRole('dialog')
    await open()
    await dialog.getByLabel(/^Title/).fill('Quarter one')
    await page.goto('/evidence')
    await client.ask('admin', 'PATCH', `/packages/${id}`, { title: 'Q1', dueAt: laterDueAt })
    await open()
    await dialog.getByText('Your draft was restored').waitFor()
    await fillReasonIfAsked(dialog, reason)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const alert = dialog.getByRole('alert')
    await alert.getByRole('row', { name: 'Title First quarter Q1' }).waitFor()
    await alert.getByRole('row', { name: /^Due / }).waitFor()
    assert.equal(await alert.getByRole('row').count(), 3)
    await alert.getByRole('button', { name: 'Make my change anyway' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { submissionPackage } = await client.get('admin', `/packages/${id}`)
    assert.deepEqual([submissionPackage.title, submissionPackage.dueAt], ['Quarter one', laterDueAt])
    assert.deepEqual(window.pageErrors, [])
  })

  test('field errors are in German; a sentence that the app does not know stays English', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example', language: 'de-DE' })
    const { page } = window
    await page.goto('/access/settings')
    await page.getByRole('button', { name: 'Einstellungen ändern' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Zeitzone/).fill('Mars/Olympus Mons')
    await dialog.getByLabel(/^Begründung/).fill(reason)
    const save = dialog.getByRole('button', { name: 'Speichern' })
    await save.click()
    await dialog.getByText('muss ein Name aus der IANA-Zeitzonendatenbank sein, etwa Europe/Berlin').waitFor()
    await assertAccessibleInBoth(page, 'a fault in German')

    const issues = [{ path: ['timeZone'], message: 'lies on another planet' }]
    const json = { error: 'invalid_request', message: 'The body is not valid.', issues, requestId: 'req_1' }
    await page.route('**/api/workspace/settings', route => route.fulfill({ status: 400, json }))
    await save.click()
    await dialog.locator('[lang=en]', { hasText: 'lies on another planet' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('the reason why a password is rejected is in German', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example', language: 'de-DE' })
    const { page } = window
    await page.goto('/account')
    await page.getByLabel(/^Bisheriges Passwort/).fill(password)
    await page.getByLabel(/^Neues Passwort/).fill('aaaaaaaaaaaaaaaaaa')
    await page
      .locator('form', { has: page.getByLabel(/^Neues Passwort/) })
      .locator('button[type=submit]')
      .click()
    await page.getByText('besteht aus zweien der häufigsten Passwörter').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
