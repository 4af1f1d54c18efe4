import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { button, confirmed, dialogOf } from './dialogs.ts'

const table = 'clauseKey,title,text,parentKey,isAssessable\nA,Organization,,,no\nA.1,Policies,Write them down.,A,yes\n'
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

describe('frameworks', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
  })

  test('one is created, its clauses are imported from a file, and one of them gets a control with its proof', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/governance/frameworks')
    await button(page, 'New framework').click()
    await dialogOf(page).getByLabel('Key').fill('ISO')
    await dialogOf(page).getByLabel('Title').fill('Information security')
    await dialogOf(page).getByLabel('In force at once').check()
    await confirmed(page, 'Create')
    await page.getByRole('heading', { name: 'Information security' }).waitFor()

    await button(page, 'Import clauses').click()
    const chosen = dialogOf(page).locator('input[type=file]')
    await chosen.setInputFiles(file('notes.csv', 'some,notes\n'))
    await dialogOf(page).getByRole('alert').getByText('must name the columns').waitFor()
    await chosen.setInputFiles(file('iso.csv', table))
    await dialogOf(page).getByText('To add 2, to change 0, to withdraw 0; 0 stay.').waitFor()
    await assertAccessibleInBoth(page, 'an import', '[role=dialog]')
    await confirmed(page, 'Import')
    const clauses = page.getByRole('table', { name: 'Clauses' })
    await clauses.getByRole('row', { name: /A\.1 Policies no proof asked for/ }).waitFor()

    await clauses.getByRole('link', { name: 'A.1 Policies' }).click()
    await page.getByText('Write them down.').waitFor()
    await page.getByRole('table', { name: 'Controls that answer it' }).getByRole('link', { name: 'ISO A.1' }).click()
    await button(page, 'Add a requirement').click()
    await dialogOf(page).getByLabel('Evidence requirement').click()
    await page.getByRole('option', { name: 'BKP-01 · Nightly backup' }).click()
    await confirmed(page, 'Add a requirement')
    await page.getByRole('table', { name: 'Proof that it works' }).getByText('none yet').waitFor()
    await page.getByRole('link', { name: 'A.1 Policies' }).click()
    await page.getByText('not proven').first().waitFor()
    await page.getByRole('button', { name: /^Remove / }).click()
    await confirmed(page, 'Remove')
    await page.getByText('No control answers it').waitFor()
    assert.deepEqual(window.complaints, [])
  })

  test('its statement of applicability names every clause, and leaves as a table and as OSCAL', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/governance/frameworks')
    await page.getByRole('link', { name: 'Information security' }).click()
    const saved = async (name: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name, exact: true }).click(),
      ])
      return text(await download.createReadStream())
    }
    const { catalog } = JSON.parse(await saved('OSCAL catalog'))
    assert.equal(catalog.metadata.title, 'Information security')
    await page.getByRole('link', { name: 'Applicability and coverage' }).click()
    const statement = page.getByRole('table', { name: 'Statement of applicability' })
    await statement.getByRole('row', { name: /A\.1 Policies/ }).waitFor()
    await assertAccessibleInBoth(page, 'a statement of applicability')
    assert.match(await saved('CSV'), /A\.1,Policies/)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('link', { name: 'CSV', exact: true }).isVisible(), false)
    assert.equal(await statement.isVisible(), true)
    assert.deepEqual(window.complaints, [])
  })
})
