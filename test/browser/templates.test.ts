import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { button, dialogOf } from './dialogs.ts'

describe('templates of requirements', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
  })

  test('an administrator chooses templates for DORA and gets requirements, a framework and its coverage', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/evidence')
    await page.getByRole('link', { name: 'Start from templates' }).click()
    await page.getByRole('heading', { name: 'Start from templates' }).waitFor()
    await page.getByRole('radio', { name: /DORA/ }).click()
    await page.getByText('Art. 12(6)').first().waitFor()
    assert.match(page.url(), /scheme=dora/)

    await page.getByRole('textbox', { name: 'Search' }).fill('restore test')
    await page.getByRole('heading', { name: 'Suppliers' }).waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Restore test' }).check()
    await page.getByText('1 template chosen').waitFor()
    await button(page, 'Clear the search').click()
    await page.getByRole('checkbox', { name: 'All of Suppliers' }).check()
    await page.getByText('7 templates chosen').waitFor()
    await page.getByRole('checkbox', { name: 'Register of suppliers and services' }).uncheck()
    await page.getByText('5 of 6 chosen').waitFor()
    await assertAccessibleInBoth(page, 'templates')

    await button(page, 'Create requirements').click()
    await dialogOf(page).getByText('Add DORA as a framework').waitFor()
    await assertAccessibleInBoth(page, 'the creation', '[role=dialog]')
    await dialogOf(page).getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: '6 requirements created' }).waitFor()
    await page.getByText('DORA was added as a framework. Controls answer 9 of its clauses.').waitFor()
    await assertAccessibleInBoth(page, 'the result')
    await page.getByText('6 created', { exact: true }).click()
    await page.getByRole('link', { name: 'RESTORE-TEST Restore test' }).waitFor()

    await page.getByRole('link', { name: 'Open the framework' }).click()
    await page.getByRole('heading', { name: 'DORA' }).waitFor()
    await page.getByText('Backups in place and tested').first().waitFor()

    await page.goto('/evidence/templates?scheme=dora')
    await page.getByRole('link', { name: 'Added: open Restore test' }).waitFor()
    assert.equal(await page.getByRole('checkbox', { name: 'Restore test' }).isDisabled(), true)
    await page.getByRole('radio', { name: /DORA.*In this workspace/ }).waitFor()
    await page.goto('/evidence?state=missing')
    await page.getByRole('link', { name: 'RESTORE-TEST Restore test' }).waitFor()
  })

  test('a template that exists already is skipped and named', async () => {
    const client = createWorkspaceClient(probata)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/evidence/templates')
    await page.getByRole('checkbox', { name: 'Multi-factor sign-in' }).check()
    await page.getByRole('checkbox', { name: 'Penetration test', exact: true }).check()
    // Another administrator creates one of the requirements in the meantime.
    const created = await client.ask('admin', 'POST', '/requirement-templates', { keys: ['MFA'] })
    assert.equal(created.status, 200, created.text)
    await button(page, 'Create requirements').click()
    await dialogOf(page).getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: '1 requirement created' }).waitFor()
    await page.getByText('1 existed already and was skipped').click()
    await page.getByRole('link', { name: 'MFA Multi-factor sign-in' }).waitFor()
  })

  test('a contributor reads the templates in German, on a phone, and creates nothing', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example', language: 'de-DE', phone: true })
    const { page } = window
    await page.goto('/evidence')
    await page.getByRole('heading', { name: 'Anforderungen', level: 1 }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Mit Vorlagen beginnen' }).count(), 0)
    await page.goto('/evidence/templates?scheme=nis2')
    const proof = page.getByText('Das Verzeichnis des Zeitraums mit Zeit, Schwere')
    await page
      .getByRole('button', { name: /^\d+ Vorlagen$/ })
      .first()
      .waitFor()
    assert.equal(await proof.isVisible(), false, 'topics are folded')
    await page.getByRole('textbox', { name: 'Suche' }).fill('Zeitraums')
    await proof.waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    await page.getByRole('textbox', { name: 'Suche' }).fill('gibt es nicht')
    await page.getByText('Keine passende Vorlage').waitFor()
    await assertAccessibleInBoth(page, 'templates on a phone')
  })
})
