import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { senderOf } from '#test/scim.ts'
import { setRules } from '#test/second-administrator.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { openWindow, waitUntilSettled, withChromium } from './browser.ts'

const title = 'Invoice \u202Egnp.exe\u202C of \u2067Acme'
const visibleText = 'Invoice [U+202E]gnp.exe[U+202C] of [U+2067]Acme'

/** Returns everything that a page renders: its texts and attributes, but not the values of fields. */
const htmlOf = (page: Page): Promise<string> => page.evaluate('document.documentElement.outerHTML')

const assertShownByName = async (page: Page, location: string) => {
  const html = await htmlOf(page)
  assert.ok(html.includes(visibleText), `${location} shows the title`)
  assert.doesNotMatch(html, /[\u202A-\u202E\u2066\u2067]/, location)
  assert.doesNotMatch(await page.title(), /[\u202A-\u202E\u2066\u2067]/, location)
}

describe('direction control characters', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: WorkspaceClient

  before(async () => {
    probata = resources.use(await boot())
    client = createWorkspaceClient(probata)
  })

  test('are shown by name in every title, and stay unchanged in the field that edits it', async () => {
    const claimId = await client.claim('turned', { title })
    const { status, body: risk } = await client.ask('admin', 'POST', '/risks', {
      riskKey: 'turned',
      title,
      likelihood: 2,
      impact: 5,
    })
    assert.equal(status, 201)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    for (const path of [
      '/evidence/claims',
      `/evidence/claims/${claimId}`,
      '/governance/risks',
      `/governance/risks/${risk.id}`,
    ]) {
      await page.goto(path)
      await waitUntilSettled(page)
      await page.getByText(visibleText).first().waitFor()
      await assertShownByName(page, path)
    }
    await page
      .getByRole('button', { name: /^Edit|^Change/ })
      .first()
      .click()
    assert.equal(
      await page
        .getByRole('dialog')
        .getByLabel(/^Title/)
        .inputValue(),
      title,
    )
    await page.keyboard.press('Escape')

    await page.goto('/')
    await waitUntilSettled(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('turned')
    await page.getByText(visibleText).first().waitFor()
    await assertShownByName(page, 'the palette')
    assert.equal((await client.get('admin', `/risks/${risk.id}`)).title, title)
    assert.deepEqual(window.pageErrors, [])
  })
  test('are shown by name in charts, which render their texts themselves', async () => {
    await client.claim('in a chart')
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    // Simulates a chart series whose name contains a direction control, as the title of a record may.
    await page.route('**/assets/*.js', async route => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(/(created:\s*["'`])logged/g, '$1log\u202Eged')
      await route.fulfill({ response, body })
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await waitUntilSettled(page)
    const chart = page.locator('figure.trend', { hasText: 'log[U+202E]ged' })
    await chart.locator('.recharts-surface').first().hover()
    await chart.locator('.recharts-tooltip-item-name', { hasText: 'log[U+202E]ged' }).waitFor()
    assert.doesNotMatch(await htmlOf(page), /[\u202A-\u202E\u2066\u2067]/)
  })

  test('are shown by name in texts from identity providers, and in names of tokens and groups', async () => {
    const { body: token } = await client.ask('admin', 'POST', '/provisioning-tokens', { name: title })
    const { organization } = await client.get('admin', '/session')
    const sender = senderOf(probata, organization.id.slice(4), token.token)
    const id = await sender.user('turned@acme.example', { displayName: title })
    await sender.ok('POST', '/Groups', { displayName: title, members: [{ value: id }] })
    const rules = [{ source: 'scim', group: title, role: 'auditor' }]
    await setRules(probata, await probata.signIn('admin@acme.example'), rules)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    for (const path of ['/access/people', `/access/people/${id}`, '/access/provisioning', '/access/single-sign-on']) {
      await page.goto(path)
      await waitUntilSettled(page)
      await page.getByText(visibleText).first().waitFor()
      await assertShownByName(page, path)
    }
    assert.deepEqual(window.pageErrors, [])
  })
})
