import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { choose } from './choose.ts'
import { actAtOnce, button, confirm, dialogOf, submitWithReason } from './dialogs.ts'

describe('registers', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let acme: WorkspaceClient

  before(async () => {
    probata = resources.use(await boot())
    acme = createWorkspaceClient(probata)
  })

  test('a contributor maintains a party, sees a wrong LEI at its field, and follows its related records', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/governance/registers')
    await page.getByRole('main').getByRole('link', { name: 'Third-party services' }).click()
    await button(page, 'New third-party service').click()
    const field = (name: string) => dialogOf(page).getByLabel(name)
    await field('Key').fill('NGV-01')
    await field('Title').fill('Vault for backups')
    await field('Party').fill('Northgate Vaults')
    await field('LEI').fill('5493001KJTIIGC8Y1R13')
    await confirm(page, 'Create')
    await dialogOf(page).getByText('must be a legal entity identifier').waitFor()
    await assertAccessibleInBoth(page, 'a refused record of a register', '[role=dialog]')
    await field('LEI').fill('5493001KJTIIGC8Y1R12')
    await submitWithReason(page, 'Create')

    await page.getByRole('link', { name: 'Vault for backups' }).click()
    await actAtOnce(page, 'Activate', 'New status: active')
    await button(page, 'Back to draft').waitFor()
    await button(page, 'Edit').click()
    await field('Title').fill('Vault for all backups')
    await submitWithReason(page, 'Save')
    await page.getByRole('heading', { name: 'Vault for all backups' }).waitFor()
    await page.getByRole('link', { name: 'Due-diligence reviews' }).click()
    await page.getByText('Nothing matches these filters').waitFor()

    await button(page, 'New due-diligence review').click()
    await field('Key').fill('NGV-01-2026')
    await field('Title').fill('Yearly look')
    await choose(dialogOf(page), 'Third-party service', 'NGV-01 · Vault for all backups')
    await field('Review due').fill('2099-06-30T10:00')
    await submitWithReason(page, 'Create')
    await page.getByRole('row', { name: /Yearly look.*NGV-01 · Vault for all backups.*open/ }).waitFor()
    assert.deepEqual(window.pageErrors, [])
    const { partyEngagements } = await acme.get('auditor', '/party-engagements')
    const [{ status, criticality, lei }] = partyEngagements
    assert.deepEqual([status, criticality, lei], ['active', 'critical', '5493001KJTIIGC8Y1R12'])
  })

  test('a measured value may be negative, and an empty field is not zero', async () => {
    const body = { indicatorDefinitionKey: 'NET', title: 'Net flow' }
    assert.equal((await acme.ask('contributor', 'POST', '/indicator-definitions', body)).status, 201)
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/governance/registers/indicator-measurements')
    await button(page, 'New indicator measurement').click()
    const field = (name: string) => dialogOf(page).getByLabel(name)
    assert.equal(await field('Value').inputValue(), '')
    await field('Key').fill('NET-06')
    await field('Title').fill('Net flow in June')
    await choose(dialogOf(page), 'Indicator', 'NET · Net flow')
    await field('Measured').fill('2026-07-01T00:00')
    await field('Value').fill('-0.5')
    await submitWithReason(page, 'Create')
    const { indicatorMeasurements } = await acme.get('auditor', '/indicator-measurements')
    assert.equal(indicatorMeasurements[0].value, -0.5)
    await page.getByText('1 Jul 2026', { exact: true }).first().waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test("numbers are read and shown in the user's language, and never misread", async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example', language: 'de-DE' })
    const { page } = window
    await page.goto('/governance/registers/indicator-measurements')
    await button(page, 'Neuer Messwert').click()
    const value = dialogOf(page).getByLabel('Wert')
    for (const [input, formatted] of [
      ['1.500', '1.500'],
      ['1500,25', '1.500,25'],
      ['1,5', '1,5'],
    ] as const) {
      await value.fill(input)
      await value.blur()
      assert.equal(await value.inputValue(), formatted)
    }
    await value.fill('1.5')
    await value.blur()
    await dialogOf(page).getByText('Das ist keine gültige Zahl. Schreibweise: 1.500,5.').waitFor()
    assert.equal(await value.inputValue(), '1.5')
    await assertAccessibleInBoth(page, 'a number that is none')
    assert.deepEqual(window.pageErrors, [])
  })

  test('an auditor has no actions, and an unknown register is not found', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/governance/registers/assets')
    await page.getByText('Nothing here yet').waitFor()
    assert.equal(await page.locator('main :is([aria-haspopup=dialog], [data-operation]):not(.list-tools *)').count(), 0)
    await page.goto('/governance/registers/unheard-of')
    await page.getByRole('heading', { name: 'Not found' }).first().waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
