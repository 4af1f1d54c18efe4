import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { password } from '#test/fixture.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { claimFormPath, fillClaim, reason, sentenceField, submitButton, waitForClaimPage } from './claim-form.ts'

const storedIn = (page: Page): Promise<string> => page.evaluate('JSON.stringify(localStorage)')

describe('unsent input is kept', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: WorkspaceClient

  before(async () => {
    probata = resources.use(await boot())
    client = createWorkspaceClient(probata)
  })

  test('the draft of a closed tab is restored, or discarded', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page, context } = window
    await page.goto(claimFormPath)
    await fillClaim(page, 'taken-up')
    await page.close()

    const reopenedTab = await context.newPage()
    await reopenedTab.goto(claimFormPath)
    const note = reopenedTab.getByRole('status').filter({ hasText: 'Your draft was restored' })
    await note.waitFor()
    assert.equal(await reopenedTab.getByLabel(/^Key/).inputValue(), 'taken-up')
    assert.equal(await sentenceField(reopenedTab).inputValue(), 'Backup of vault 7')
    await assertAccessibleInBoth(reopenedTab, 'a draft')
    await submitButton(reopenedTab).click()
    await waitForClaimPage(reopenedTab)
    const { claims } = await client.get('admin', '/claims?claimKey=taken-up')
    assert.equal(claims.length, 1)

    await reopenedTab.goto(claimFormPath)
    await waitUntilSettled(reopenedTab)
    assert.equal(await sentenceField(reopenedTab).inputValue(), '')
    await sentenceField(reopenedTab).fill('thrown-away')
    await reopenedTab.reload()
    await waitUntilSettled(reopenedTab)
    await note.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await sentenceField(reopenedTab).inputValue(), '')
    await reopenedTab.reload()
    await waitUntilSettled(reopenedTab)
    assert.equal(await note.count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })

  test('another person who uses the browser sees none of it', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page, context } = window
    await page.goto(claimFormPath)
    await sentenceField(page).fill('mine-alone')
    const secondSession = await context.request.post('/api/workspace/session', {
      data: { email: 'admin@acme.example', password },
    })
    assert.equal(secondSession.status(), 200)
    await page.close()
    const reopenedTab = await context.newPage()
    await reopenedTab.goto(claimFormPath)
    await waitUntilSettled(reopenedTab)
    assert.equal(await sentenceField(reopenedTab).inputValue(), '')
  })

  test('the stored draft cannot be read without the session', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(claimFormPath)
    await page.evaluate(`localStorage.setItem('probata-draft:of-an-older-version', '{"at":"2026-01-01","values":{}}')`)
    await sentenceField(page).fill('not-in-the-clear')
    const storedDraft = await storedIn(page)
    assert.match(storedDraft, /probata-draft/)
    assert.doesNotMatch(storedDraft, /not-in-the-clear/)
    await page.goto(claimFormPath)
    await page.getByText('Your draft was restored').waitFor()
    assert.equal(await sentenceField(page).inputValue(), 'not-in-the-clear')
    assert.doesNotMatch(await storedIn(page), /of-an-older-version/)
    assert.deepEqual(window.pageErrors, [])
  })

  test('leaving a page with unsent input asks for confirmation first', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(claimFormPath)
    const otherLink = page.getByRole('link', { name: 'Requirements', exact: true })
    await sentenceField(page).fill('asked-about')
    const answers = [false, true]
    const messages: string[] = []
    page.on('dialog', async dialog => {
      messages.push(dialog.message())
      await (answers.shift() ? dialog.accept() : dialog.dismiss())
    })
    await otherLink.click()
    await until('the question is asked', () => messages.length === 1)
    assert.equal(new URL(page.url()).pathname, claimFormPath)
    await otherLink.click()
    await page.getByRole('heading', { name: 'Requirements', level: 1 }).waitFor()
    assert.equal(messages.length, 2)
    assert.match(messages[0] ?? '', /This browser keeps it/)
  })

  test('a dialog that was closed unsent keeps its input; passwords are never kept', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/submissions/requirements')
    const open = () => page.getByRole('button', { name: 'New submission requirement' }).click()
    const dialog = page.getByRole('dialog')
    await open()
    await dialog.getByLabel(/^Key/).fill('half-written')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await waitUntilSettled(page)
    await open()
    await dialog.getByText('Your draft was restored').waitFor()
    assert.equal(await dialog.getByLabel(/^Key/).inputValue(), 'half-written')

    await page.goto('/access/single-sign-on')
    await page.getByRole('button', { name: 'Set up' }).click()
    await dialog.getByLabel(/^Issuer/).fill('https://login.example.com')
    await dialog.getByLabel(/^Client secret/).fill('s3cret-of-the-client')
    await page.reload()
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Set up' }).click()
    await dialog.getByText('Your draft was restored').waitFor()
    assert.equal(await dialog.getByLabel(/^Issuer/).inputValue(), 'https://login.example.com')
    assert.equal(await dialog.getByLabel(/^Client secret/).inputValue(), '')
    assert.deepEqual(window.pageErrors, [])
  })

  test('a draft for one row is not shown for another, and is kept for the first', async () => {
    const create = async (path: string, fields: Record<string, unknown>): Promise<string> => {
      const { status, body } = await client.ask('admin', 'POST', path, fields)
      assert.equal(status, 201)
      return body.id
    }
    const risk = await create('/risks', { riskKey: 'fire', title: 'Fire', likelihood: 2, impact: 5 })
    for (const title of ['Sprinklers', 'Detectors']) {
      const controlId = await create('/controls', { controlKey: title, title, status: 'active' })
      await create(`/risks/${risk}/controls`, { controlId })
    }
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/governance/risks/${risk}`)
    const dialog = page.getByRole('dialog')
    const openReason = async (title: string) => {
      await page.getByRole('button', { name: new RegExp(`Unlink.*${title}`) }).click()
      return dialog.getByLabel(/^Reason/)
    }
    const close = async () => {
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await (await openReason('Sprinklers')).fill(reason)
    await close()
    assert.equal(await (await openReason('Detectors')).inputValue(), '')
    await close()
    assert.equal(await (await openReason('Sprinklers')).inputValue(), reason)
    await dialog.getByText('Your draft was restored').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('input about a record that others have changed is compared with its current version', async () => {
    const requirement = { requirementKey: 'WRITTEN-BEFORE', title: 'Access review', description: 'Twice a year' }
    const { body } = await client.ask('admin', 'POST', '/evidence-requirements', requirement)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page, context } = window
    const open = async (tab: Page) => {
      await tab.goto(`/evidence/requirements/${body.id}`)
      await tab.getByRole('button', { name: 'Edit' }).click()
      return tab.getByRole('dialog')
    }
    await (await open(page)).getByLabel('Title').fill('Review of access')
    await page.close()
    const change = { title: 'Access review of all', description: 'Four times a year' }
    await client.ask('admin', 'PATCH', `/evidence-requirements/${body.id}`, change)

    const reopenedTab = await context.newPage()
    const dialog = await open(reopenedTab)
    await dialog.getByText('Your draft was restored').waitFor()
    assert.equal(await dialog.getByLabel('Title').inputValue(), 'Review of access')
    assert.equal(await dialog.getByLabel('Description').inputValue(), change.description)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const alert = dialog.getByRole('alert')
    await alert.getByRole('row', { name: 'Title Access review Access review of all' }).waitFor()
    await alert.getByRole('button', { name: 'Make my change anyway' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { title, description } = await client.get('admin', `/evidence-requirements/${body.id}`)
    assert.deepEqual([title, description], ['Review of access', change.description])
    assert.deepEqual(window.pageErrors, [])
  })

  test('a server error is shown at its field, which gets the focus', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/access/settings')
    await page.getByRole('button', { name: 'Change the settings' }).click()
    const dialog = page.getByRole('dialog')
    const zone = dialog.getByLabel(/^Time zone/)
    await zone.fill('Mars/Olympus Mons')
    await dialog.getByLabel(/^Reason/).fill(reason)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until('the field is marked', async () => (await zone.getAttribute('aria-invalid')) === 'true')
    await dialog.locator('[aria-invalid=true]:focus').waitFor()
    assert.equal(await dialog.getByRole('alert').count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })

  test('signing out asks what to do with unsent input', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(claimFormPath)
    await sentenceField(page).fill('not-for-others')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await assertAccessibleInBoth(page, 'sign out with a draft')
    await page.getByRole('button', { name: 'Discard it and sign out' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.doesNotMatch(await storedIn(page), /probata-draft/)
    assert.deepEqual(window.pageErrors, [])
  })
})
