import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, settled, withChromium } from './browser.ts'

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
      const answer = await ask('contributor', 'POST', '/risks', { riskKey, title: riskKey, likelihood, impact })
      assert.equal(answer.status, 201, answer.text)
    }
  })

  test('a cell of the heat map leads to the risks that it counts', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/governance/risks')
    const found = page.getByRole('table', { name: 'Risks', exact: true })
    await found.getByRole('row', { name: /theft/ }).waitFor()
    await page.getByRole('link', { name: '2 risks of likelihood 2 and impact 5' }).click()
    await found.getByRole('row', { name: /theft/ }).waitFor({ state: 'detached' })
    await settled(page)
    assert.equal(await found.getByRole('row').count(), 3)
    assert.equal(new URL(page.url()).search, '?before=2x5')
    await page.getByLabel('Before treatment').last().selectOption('3 × 4')
    await found.getByRole('row', { name: /theft/ }).waitFor()
    await assertAccessibleInBoth(page, 'the risks of a cell')
    assert.deepEqual(window.complaints, [])
  })
})
