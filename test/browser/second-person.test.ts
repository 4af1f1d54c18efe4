import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createAssessing } from '#test/assessing.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { button, dialogOf, submitWithReason } from './dialogs.ts'

describe('confirmation by a second person', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let acme: WorkspaceClient

  before(async () => {
    probata = resources.use(await boot())
    acme = createWorkspaceClient(probata)
  })

  const control = async (controlKey: string, title: string): Promise<string> =>
    (await acme.ask('admin', 'POST', '/controls', { controlKey, title, status: 'active' })).body.id

  test('an administrator sees that one person is enough, and requires a second one', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/access/settings')
    await page.getByText('One person is enough here').waitFor()
    await assertAccessibleInBoth(page, 'settings with the note')
    await button(page, 'Change the settings').click()
    await dialogOf(page).getByLabel('Require a second person').check()
    await submitWithReason(page, 'Save')
    await page.getByText(/^Required: to close a finding/).waitFor()
    assert.equal(await page.getByText('One person is enough here').count(), 0)
    assert.equal((await acme.get('auditor', '/settings')).secondPerson, true)
    assert.deepEqual(window.pageErrors, [])
  })

  test('one person requests that a control be retired; another finds it in their work and confirms it', async () => {
    const id = await control('TAP', 'Tape rotation')
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(`/governance/controls/${id}`)
    await button(page, 'Retire').click()
    await dialogOf(page).getByText('A second person must confirm this.').waitFor()
    await submitWithReason(page, 'Retire')
    await page.getByRole('heading', { name: 'Waiting for a second person' }).waitFor()
    await page.getByText('Another person must confirm this').waitFor()
    assert.equal(await button(page, 'Confirm the change').count(), 0)
    await button(page, 'Withdraw the request').waitFor()
    await assertAccessibleInBoth(page, 'a control that waits')
    assert.equal((await acme.get('auditor', `/controls/${id}`)).status, 'active')
    assert.deepEqual(window.pageErrors, [])

    await using others = await openWindow(probata, { as: 'reviewer@acme.example' })
    await others.page.goto('/my-work')
    await others.page.getByRole('link', { name: 'TAP Tape rotation' }).click()
    await others.page.getByRole('heading', { name: 'TAP Tape rotation' }).waitFor()
    await assertAccessibleInBoth(others.page, 'a request')
    await button(others.page, 'Confirm the change').click()
    await submitWithReason(others.page, 'Confirm the change')
    await others.page.getByText('Decided by').waitFor()
    assert.equal((await acme.get('auditor', `/controls/${id}`)).status, 'retired')
    assert.deepEqual(others.pageErrors, [])
  })

  test('two people exclude a clause, and a request is declined', async () => {
    const { clauseIds } = await (await createAssessing(probata)).framework('1')
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(`/governance/clauses/${clauseIds[0]}`)
    await button(page, 'Change applicability').click()
    await dialogOf(page).getByRole('radio', { name: 'no', exact: true }).check()
    await dialogOf(page).getByLabel('Justification').fill('There is no cryptography in the house.')
    await dialogOf(page).getByText('A second person must confirm this.').waitFor()
    await submitWithReason(page, 'Change applicability')
    await page.getByRole('heading', { name: 'Waiting for a second person' }).waitFor()
    await using others = await openWindow(probata, { as: 'reviewer@acme.example' })
    await others.page.goto(`/governance/clauses/${clauseIds[0]}`)
    await others.page.getByText('There is no cryptography in the house.').waitFor()
    await button(others.page, 'Decline the request').click()
    await submitWithReason(others.page, 'Decline the request')
    await others.page.getByRole('heading', { name: 'Waiting for a second person' }).waitFor({ state: 'detached' })
    assert.equal((await acme.get('auditor', `/clauses/${clauseIds[0]}`)).applicability, 'applicable')
    assert.deepEqual([window.pageErrors, others.pageErrors], [[], []])
  })
})
