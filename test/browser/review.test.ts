import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { minute } from '#lib/clock.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessible, openWindow, waitUntilSettled, withChromium } from './browser.ts'

const ownClaim = {
  claimKey: 'own-1',
  title: 'Logged by the administrator',
  subjectModuleKey: 'controls',
  subjectResourceType: 'control',
  subjectResourceId: 'CTL-7',
  sourceModuleKey: 'controls',
  sourceResourceType: 'control',
  sourceResourceId: 'CTL-7',
}

const waitingClaims = (page: Page) => page.getByRole('list', { name: 'Claims to review' }).getByRole('button')

describe('the review client', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: WorkspaceClient

  const idOf = async (name: string): Promise<string> => (await client.people())[name] ?? ''
  const assign = async (id: string, reviewerId: string) => {
    const claim = await client.get('admin', `/claims/${id}`)
    if (claim.reviewerId !== reviewerId) await client.ask('admin', 'POST', `/claims/${id}/assign`, { reviewerId })
  }

  before(async () => {
    probata = resources.use(await boot())
    client = createWorkspaceClient(probata)
    const admin = await idOf('admin')
    for (let i = 1; i <= 5; i += 1) {
      const id = await client.claim(`night-${i}`, { title: `Backup of night ${i}` })
      await assign(id, admin)
      if (i === 1) await client.attach(id, 'restored 40 of 40 files')
      probata.clock.advance(minute)
    }
    const { body } = await client.ask('admin', 'POST', '/claims', ownClaim)
    await assign(body.id, await idOf('second.reviewer'))
  })

  test("five claims are decided by keyboard alone; the reviewer's own is skipped", async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
    await page.goto('/evidence/review')
    await waitUntilSettled(page)
    await heading('Backup of night 1').waitFor()
    await page.getByText('restored 40 of 40 files').waitFor()
    assert.equal(await waitingClaims(page).count(), 6)
    await page.getByText('6 claims wait').waitFor()
    await assertAccessible(page, 'review')

    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next claim').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('o')
    await page.getByText('restored 40 of 40 files').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await heading('Backup of night 2').waitFor()
    await page.keyboard.press('k')
    await heading('Backup of night 1').waitFor()

    await page.getByRole('button', { name: /^Accept/ }).waitFor()
    await page.keyboard.press('a')
    await page.getByRole('group', { name: 'Accept with a reason' }).waitFor()
    await page.keyboard.press('1')
    await assertAccessible(page, 'deciding')
    await page.keyboard.press('Enter')

    await heading('Backup of night 2').waitFor()
    await page.getByRole('button', { name: /^Reject/ }).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')

    await heading('Backup of night 3').waitFor()
    await page.getByRole('button', { name: /^Accept/ }).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('e')
    await page.keyboard.type('compared with the log of the vault')
    await page.keyboard.press('Control+Enter')

    await heading('Backup of night 4').waitFor()
    await page.getByRole('button', { name: /^Accept/ }).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('3')
    await page.keyboard.press('Control+Enter')

    await heading('Backup of night 5').waitFor()
    await page.getByRole('button', { name: /^Accept/ }).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Reject/ }).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.getByText('1 claim waiting').waitFor()
    assert.equal(await waitingClaims(page).count(), 1)
    await page.getByText(/yours: four eyes/).waitFor()

    await page.goto('/evidence/claims')
    await waitUntilSettled(page)
    const statusOf = async (title: string) =>
      await page.getByRole('row').filter({ hasText: title }).locator('.status').textContent()
    const statuses = await Promise.all([1, 2, 3, 4, 5].map(i => statusOf(`Backup of night ${i}`)))
    assert.deepEqual(statuses, ['accepted', 'rejected', 'accepted', 'accepted', 'rejected'])
    assert.deepEqual(window.pageErrors, [])
  })

  test("a rejected decision comes back with the server's message", async () => {
    const id = await client.claim('night-6', { title: 'Backup of night 6' })
    await assign(id, await idOf('reviewer'))
    await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
    const { page } = window
    await page.goto('/evidence/review?whose=all&order=newest')
    await waitUntilSettled(page)
    await page.getByRole('button', { name: /Backup of night 6/ }).click()
    await page.getByRole('heading', { name: 'Backup of night 6', level: 2 }).waitFor()
    await page.getByRole('button', { name: /^Accept/ }).waitFor()
    await client.attach(id, 'one more file')
    await page.keyboard.press('a')
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.getByText('the claim is back in the list').waitFor()
    await page.getByText('The claim or its attachments changed since you read them').waitFor()
    await page.getByText(/Request ID req_/).waitFor()
    await page.getByRole('button', { name: 'Open it' }).click()
    await page.getByRole('listitem', { name: 'report.txt' }).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Backup of night 6/ }).waitFor({ state: 'detached' })

    await page.goto('/evidence/review?whose=mine')
    await page.getByText('Nothing left to review').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
