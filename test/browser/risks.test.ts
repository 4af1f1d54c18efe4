import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { actAtOnce } from './dialogs.ts'

describe('risks', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
    const { ask } = createWorkspaceClient(probata)
    for (const [riskKey, likelihood, impact] of [
      ['fire', 2, 5],
      ['flood', 2, 5],
      ['theft', 3, 4],
    ]) {
      const response = await ask('contributor', 'POST', '/risks', { riskKey, title: riskKey, likelihood, impact })
      assert.equal(response.status, 201, response.text)
    }
  })

  test('a rejected status change is explained, and a draft is saved even if its author has changed the status since', async () => {
    const { ask, get } = createWorkspaceClient(probata)
    const { body } = await ask('contributor', 'POST', '/risks', { riskKey: 'spill', title: 'Spill', likelihood: 3 })
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(`/governance/risks/${body.id}`)
    const dialog = page.getByRole('dialog')
    const open = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const send = async (name: string) => {
      await dialog.getByRole('button', { name, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    // The impact is missing, so the server rejects the change. The error message stays until the user closes it.
    await open('Mark as assessed')
    const refusal = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
    await refusal.getByText(/impact/i).waitFor()
    await refusal.getByRole('button', { name: 'Close' }).click()
    await open('Edit')
    const impact = dialog.getByLabel('Impact', { exact: true })
    await impact.fill('9')
    await impact.blur()
    await dialog.getByText('Must be at most 5.').waitFor()
    assert.equal(await impact.inputValue(), '9')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await impact.and(page.locator(':focus')).waitFor()
    await impact.fill('3')
    await impact.fill('3,5')
    await dialog.getByText('This is not a valid number. Write it like 1,500.').waitFor()
    await dialog.getByLabel('Title').press('Enter')
    await impact.and(page.locator(':focus')).waitFor()
    await impact.fill('4')
    await send('Save')
    await open('Edit')
    await dialog.getByLabel('Title').fill('Spill of solvent')
    await send('Cancel')
    await actAtOnce(page, 'Mark as assessed', 'New status: assessed')
    await open('Edit')
    await dialog.getByText('Your draft was restored').waitFor()
    await send('Save')
    const saved = await get('contributor', `/risks/${body.id}`)
    assert.deepEqual([saved.title, saved.status, saved.impact], ['Spill of solvent', 'assessed', 4])
  })

  test('a cell of the heat map links to the risks that it counts', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/governance/risks')
    const riskTable = page.getByRole('table', { name: 'Risks', exact: true })
    await riskTable.getByRole('row', { name: /theft/ }).waitFor()
    await page.getByRole('link', { name: '2 risks with likelihood 2 and impact 5' }).click()
    await riskTable.getByRole('row', { name: /theft/ }).waitFor({ state: 'detached' })
    await waitUntilSettled(page)
    assert.equal(await riskTable.getByRole('row').count(), 3)
    assert.equal(new URL(page.url()).search, '?before=2x5')
    await page.getByLabel('Before treatment').last().selectOption('3 × 4')
    await riskTable.getByRole('row', { name: /theft/ }).waitFor()
    await assertAccessibleInBoth(page, 'the risks of a cell')
    assert.deepEqual(window.pageErrors, [])
  })
})
