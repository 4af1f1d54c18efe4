import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { partsOf, rowsOf, zipParts } from '#test/workbooks.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { button, dialogOf, fillReasonIfAsked, submitWithReason } from './dialogs.ts'

const table = 'clauseKey,title,text,parentKey,isAssessable\nA,Organization,,,no\nA.1,Policies,Write them down.,A,yes\n'
const file = (name: string, text: string | Uint8Array) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const workbook = zipParts(
  partsOf({
    sheets: {
      Cover: rowsOf([['Rules of the house']]),
      Rules: rowsOf([
        ['Nr', 'What', 'Remarks'],
        ['H.1', 'Doors', 'are closed'],
        ['H.2', 'Lights', 'are off'],
      ]),
    },
  }),
)

const control = (id: string) => ({ id, title: `Title of ${id}` })
const catalog = { catalog: { groups: [{ id: 'ac', title: 'Access', controls: [control('ac-1'), control('ac-2')] }] } }
const withIds = [{ 'with-ids': ['ac-2', 'ac-9'] }]
const profile = { profile: { imports: [{ href: '#c', 'include-controls': withIds }], merge: { 'as-is': true } } }

describe('frameworks', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
  })

  test('a framework is created, its clauses are imported from a file, and one gets a control with its proof', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/governance/frameworks')
    await button(page, 'New framework').click()
    await dialogOf(page).getByLabel('Key').fill('ISO')
    await dialogOf(page).getByLabel('Title').fill('Information security')
    await dialogOf(page).getByLabel('Activate now').check()
    await submitWithReason(page, 'Create')
    await page.getByRole('heading', { name: 'Information security' }).waitFor()

    await button(page, 'Import clauses').click()
    const fileInput = dialogOf(page).locator('input[type=file]')
    await fileInput.setInputFiles(file('notes.csv', 'some,notes\n'))
    await dialogOf(page).getByRole('alert').getByText('clauseKey and title are missing').waitFor()
    await fileInput.setInputFiles(file('iso.csv', table))
    await dialogOf(page).getByText('2 to add, 0 to change, 0 to withdraw; 0 unchanged.').waitFor()
    await assertAccessibleInBoth(page, 'an import', '[role=dialog]')
    await submitWithReason(page, 'Import')
    const clauses = page.getByRole('table', { name: 'Clauses' })
    await clauses.getByRole('row', { name: /A\.1 Policies no requirement linked/ }).waitFor()

    await clauses.getByRole('link', { name: 'A.1 Policies' }).click()
    await page.getByText('Write them down.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Information security', exact: true }).waitFor()
    await page.getByRole('table', { name: 'Controls that answer it' }).getByRole('link', { name: 'ISO A.1' }).click()
    await button(page, 'Add a requirement').click()
    await dialogOf(page).getByLabel('Evidence requirement').click()
    await page.getByRole('option', { name: 'BKP-01 · Nightly backup' }).click()
    await submitWithReason(page, 'Add a requirement')
    await page.getByRole('table', { name: 'Proof that it works' }).getByText('none yet').waitFor()
    await page.getByRole('link', { name: 'A.1 Policies' }).click()
    await page.getByText('not proven').first().waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a control requires new proof, and its requirement then shows the clauses that it counts for', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/governance/controls')
    await page.getByRole('link', { name: 'ISO A.1' }).click()
    await button(page, 'Add a requirement').click()
    await button(page, 'New requirement').click()
    const dialog = page.getByRole('dialog', { name: 'New requirement' })
    await dialog.getByLabel('Key').fill('POL-01')
    await dialog.getByLabel('Title').fill('Policies are read')
    await dialog.getByLabel('Activate now').check()
    await fillReasonIfAsked(dialog, 'The control asks for it from now on.')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await dialogOf(page).getByLabel('Evidence requirement').inputValue(), 'POL-01 · Policies are read')
    await submitWithReason(page, 'Add a requirement')
    await page
      .getByRole('table', { name: 'Proof that it works' })
      .getByRole('link', { name: /POL-01/ })
      .click()
    const clausesTable = page.getByRole('table', { name: 'Clauses that its proof counts for' })
    await clausesTable
      .getByRole('row', { name: /A\.1 Policies Information security ISO A\.1 Policies active full/ })
      .waitFor()
    await assertAccessibleInBoth(page, 'a requirement that a control asks for')
    await clausesTable.getByRole('link', { name: 'A.1 Policies', exact: true }).click()
    await page.getByRole('button', { name: /^Remove / }).click()
    await submitWithReason(page, 'Remove')
    await page.getByText('No control answers it').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('the statement of applicability names every clause, and is exported as a table and as OSCAL', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/governance/frameworks')
    await page.getByRole('link', { name: 'Information security' }).click()
    const saveFile = async (name: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name, exact: true }).click(),
      ])
      return text(await download.createReadStream())
    }
    const { catalog } = JSON.parse(await saveFile('OSCAL catalog'))
    assert.equal(catalog.metadata.title, 'Information security')
    await page.getByRole('link', { name: 'Applicability and coverage' }).click()
    const statement = page.getByRole('table', { name: 'Statement of applicability' })
    await statement.getByRole('row', { name: /A\.1 Policies/ }).waitFor()
    await assertAccessibleInBoth(page, 'a statement of applicability')
    assert.match(await saveFile('Download as CSV'), /A\.1,Policies/)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('link', { name: 'Download as CSV', exact: true }).isVisible(), false)
    assert.equal(await statement.isVisible(), true)
    assert.deepEqual(window.pageErrors, [])
  })

  test('clauses come from the selected sheet and columns, and from a profile with its catalog', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/governance/frameworks')
    await page.getByRole('link', { name: 'Information security' }).click()
    await button(page, 'Import clauses').click()
    const dialog = dialogOf(page)
    const fileInput = dialog.locator('input[type=file]').first()
    await fileInput.setInputFiles(file('house.xlsx', workbook))
    await dialog.getByRole('alert').getByText('clauseKey and title are missing').waitFor()
    await dialog.getByLabel('Sheet').selectOption('Rules')
    const columns = dialog.getByRole('group', { name: 'Columns of the table' })
    await columns.getByLabel('Title').selectOption('What')
    await dialog.getByText('2 clauses read').waitFor()
    await dialog.getByText('H.1 Doors').waitFor()
    await columns.getByLabel('Text').selectOption('Remarks')
    await dialog.getByText('2 to add, 0 to change, 2 to withdraw; 0 unchanged.').waitFor()
    await assertAccessibleInBoth(page, 'an import of a table', '[role=dialog]')

    await fileInput.setInputFiles(file('profile.json', JSON.stringify(profile)))
    await dialog.getByRole('alert').getByText('add the catalog that it selects from').waitFor()
    await dialog
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles(file('catalog.json', JSON.stringify(catalog)))
    await dialog.getByText('1 control that the profile names is not in the catalog: ac-9').waitFor()
    await dialog.getByText('AC-2 Title of ac-2').waitFor()
    await assertAccessibleInBoth(page, 'an import of a profile', '[role=dialog]')
    await submitWithReason(page, 'Import')
    await page
      .getByRole('table', { name: 'Clauses' })
      .getByRole('row', { name: /ac-2 AC-2 Title of ac-2/ })
      .waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a framework is created from a file, with the title, version and key that the file names', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/governance/frameworks')
    await button(page, 'Import from a file').click()
    const dialog = dialogOf(page)
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
    const fileInput = dialog.locator('input[type=file]').first()
    const namedCatalog = { catalog: { ...catalog.catalog, metadata: { title: 'Access rules', version: '5.1' } } }
    await fileInput.setInputFiles(file('catalog.json', JSON.stringify(namedCatalog)))
    await dialog.getByText('3 clauses read').waitFor()
    assert.equal(await field('Title').inputValue(), 'Access rules')
    assert.equal(await field('Version').inputValue(), '5.1')
    await fileInput.setInputFiles(file('House_rules-2026.csv', `${table}A.2,Doors,,,maybe\n`))
    await dialog.getByText('is neither yes nor no').waitFor()
    assert.equal(await field('Version').inputValue(), '2026')
    assert.equal(await field('Key').inputValue(), 'House rules')
    await field('Title').fill('Rules of the house')
    await assertAccessibleInBoth(page, 'a framework from a file', '[role=dialog]')
    await button(page, 'Create and import').click()
    await page.getByRole('heading', { name: 'Rules of the house' }).waitFor()
    await page.getByText('0 of 2 applicable clauses are proven.').waitFor()
    await page
      .getByRole('table', { name: 'Clauses' })
      .getByRole('row', { name: /A\.1 Policies no requirement linked/ })
      .waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a mapping shows the links to add and the missing clauses, and adds the links', async () => {
    const client = createWorkspaceClient(probata)
    const create = async (path: string, body: object) => {
      const response = await client.ask('contributor', 'POST', path, { ...body })
      assert.ok(response.status < 300, response.text)
      return response.body
    }
    for (const [frameworkKey, withControls] of [
      ['Mapped from', true],
      ['Mapped to', false],
    ] as const) {
      const { id } = await create('/frameworks', { frameworkKey, title: frameworkKey, status: 'active' })
      await create(`/frameworks/${id}/clauses`, { clauses: [{ clauseKey: 'K.1', title: 'Locks' }], withControls })
    }
    const relation = (from: string, to: string, relationship: string) => ({
      ...{ relationship, source_requirement_urn: `urn:a:risk:req_node:one:${from}` },
      target_requirement_urn: `urn:a:risk:req_node:two:${to}`,
    })
    const requirement_mapping_set = {
      source_framework_urn: 'urn:a:risk:framework:one',
      target_framework_urn: 'urn:a:risk:framework:two',
      requirement_mappings: [relation('k.1', 'k.1', 'superset'), relation('k.1', 'k.9', 'equal')],
    }
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/governance/frameworks')
    await page.getByRole('link', { name: 'Mapped to' }).click()
    await button(page, 'Import a mapping').click()
    const dialog = dialogOf(page)
    const fileInput = dialog.locator('input[type=file]').first()
    await fileInput.setInputFiles(file('notes.yaml', 'objects: {}'))
    await dialog.getByRole('alert').getByText('The file contains no mapping').waitFor()
    await fileInput.setInputFiles(file('mapping.yaml', JSON.stringify({ objects: { requirement_mapping_set } })))
    await dialog.getByText('two → one (2)').waitFor({ state: 'attached' })
    await dialog.getByLabel('Source framework').click()
    await page.getByRole('option', { name: /Mapped from/ }).click()
    await dialog.getByText('1 link to add: 1 in full, 0 in part.').waitFor()
    await dialog.getByText('1 clause is not in this framework: k.9').waitFor()
    await dialog.getByLabel('Mapping', { exact: true }).selectOption('two → one (2)')
    await dialog.getByText('1 link to add: 0 in full, 1 in part.').waitFor()
    await dialog.getByLabel('Mapping', { exact: true }).selectOption('one → two (2)')
    await dialog.getByText('1 link to add: 1 in full, 0 in part.').waitFor()
    await assertAccessibleInBoth(page, 'an import of a mapping', '[role=dialog]')
    await submitWithReason(page, 'Add links')
    await page.getByRole('table', { name: 'Clauses' }).getByRole('link', { name: 'K.1 Locks' }).click()
    const answers = page.getByRole('table', { name: 'Controls that answer it' })
    await answers.getByRole('row', { name: /Mapped from K\.1 .*full/ }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('the reason why a file cannot be read is shown in German', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example', language: 'de' })
    const { page } = window
    await page.goto('/governance/frameworks')
    await page.getByRole('link', { name: 'Information security' }).click()
    await button(page, 'Abschnitte importieren').click()
    const dialog = dialogOf(page)
    const alert = dialog.getByRole('alert')
    for (const [name, content, message] of [
      ['a.xlsx', 'PK\u0003\u0004', 'Sie ist keine Arbeitsmappe: Sie lässt sich nicht entpacken.'],
      ['a.csv', 'some,notes', 'Ihre Überschriften müssen die Spalten clauseKey und title nennen, oder Sie wählen sie.'],
      ['a.json', '{"catalog": ', 'Sie ist kein JSON'],
      ['a.json', JSON.stringify(profile), 'Sie ist ein Profil; erforderlich ist auch der Katalog'],
    ] as const) {
      await dialog.locator('input[type=file]').first().setInputFiles(file(name, content))
      await alert.getByText(message).waitFor()
    }
    assert.deepEqual(window.pageErrors, [])
  })
})
