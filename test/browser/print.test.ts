import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suiteResources } from '#test/suite-resources.ts'
import type { Ask } from './ask.ts'
import { openWindow } from './browser.ts'
import { assertContains, type PrintedDocument, printDocument, printNow, withPdf } from './pdf.ts'
import { asPerson, type Showcase, startShowcase } from './showcase.ts'

const pad = (number: number): string => String(number).padStart(4, '0')

/**
 * Creates clauses in chapters of 50, with distinct keys. Also returns the keys of the clauses that are not chapters.
 */
const createChapters = (prefix: string, count: number) => {
  const clauses: { clauseKey: string; title: string; parentKey?: string }[] = []
  const keys: string[] = []
  for (let i = 0; i < count; i++) {
    const parentKey = `${prefix}-CH${pad(Math.floor(i / 50))}`
    if (i % 50 === 0) clauses.push({ clauseKey: parentKey, title: 'A chapter of rules' })
    const clauseKey = `${prefix}-${pad(i)}`
    keys.push(clauseKey)
    clauses.push({
      clauseKey,
      parentKey,
      title: 'The measure is described, approved and reviewed at planned intervals.',
    })
  }
  return { clauses, keys }
}

const menuTexts = ['Service accounts', 'Single sign-on', 'Skip to content', 'Show more', 'Download as CSV']

/**
 * Asserts that a print shows the company, page numbers and the state of the ledger, but no menu and no cut-off text.
 */
const assertIsDocument = (printed: PrintedDocument, kind: string): void => {
  const { pages, compactText, outside } = printed
  assertContains(printed, ['Acme Bank', kind, 'As of', 'Ada', `Page ${pages.length} of ${pages.length}`])
  for (const [i, page] of pages.entries()) assert.match(page, new RegExp(`Page ${i + 1} of ${pages.length}\\b`))
  const [, end = ''] = compactText.split('Stateoftheledger')
  assert.match(end, /checkpoint.*—.*\+/, 'the signed checkpoint and its key')
  for (const text of menuTexts) assert.ok(!compactText.includes(text.replaceAll(' ', '')), `${text} is not printed`)
  assert.deepEqual(outside, [])
}

describe('printed documents', withPdf, () => {
  const resources = suiteResources()
  let showcase: Showcase
  let ask: Ask

  before(async () => {
    showcase = resources.use(await startShowcase())
    ask = asPerson(showcase.probata, await showcase.probata.signIn(showcase.admin))
  })

  const open = async (address: string) => {
    const window = await openWindow(showcase.probata, { as: showcase.admin })
    await window.page.goto(address)
    return window
  }

  const frameworkOf = async (prefix: string, count: number) => {
    const { clauses, keys } = createChapters(prefix, count)
    const body = { frameworkKey: prefix, title: `Rules of ${prefix}`, version: '2026', status: 'active' }
    const { id } = await ask(201, 'POST', '/frameworks', body)
    await ask(200, 'POST', `/frameworks/${id}/clauses`, { clauses, withControls: true })
    return { id, keys }
  }

  for (const count of [93, 5000])
    test(`the report of a framework with ${count} clauses prints every clause on numbered pages`, async t => {
      // The report is printed right after the import, when PostgreSQL has no statistics of the new rows yet.
      const { id, keys } = await frameworkOf(`F${count}`, count)
      await using window = await open('/governance/frameworks')
      const { page } = window
      const started = performance.now()
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/governance/frameworks/${id}/report`)})`)
      await page.getByRole('table', { name: 'Statement of applicability' }).getByRole('row').nth(20).waitFor()
      t.diagnostic(`${count} clauses: usable after ${Math.round(performance.now() - started)} ms`)
      const printing = performance.now()
      const printed = await printDocument(page)
      t.diagnostic(
        `${count} clauses: PDF after ${Math.round(performance.now() - printing)} ms, ${printed.pages.length} pages`,
      )
      assertIsDocument(printed, 'Framework report')
      const titles = ['Chapters', 'Missing proof and owners', 'Statement of applicability', 'Next to expire']
      assertContains(printed, [
        `Rules of F${count}`,
        `0 of ${count.toLocaleString('en')} applicable clauses`,
        ...titles,
      ])
      const [, missing = '', statement = ''] = printed.compactText.split(
        /Missingproofandowners|Statementofapplicability/,
      )
      const missingKeys = (text: string) => keys.filter(key => !text.includes(key))
      assert.ok(!printed.compactText.includes('Incomplete'))
      assert.deepEqual([missingKeys(missing), missingKeys(statement)], [[], []])
      assert.deepEqual(window.pageErrors, [])
    })

  test('a report that is printed before all its clauses are loaded says how many are missing', async () => {
    const { id } = await frameworkOf('PART', 250)
    await using window = await open('/governance/frameworks')
    const { page } = window
    let release = () => {}
    const released = new Promise<void>(resolve => (release = resolve))
    await page.route(/applicability.*cursor=/, async route => {
      await released
      await route.continue()
    })
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/governance/frameworks/${id}/report`)})`)
    const statement = page.getByRole('table', { name: 'Statement of applicability' })
    await statement.getByRole('row').nth(150).waitFor()
    await page.getByText('0 of 250 applicable clauses').waitFor()
    const partial = await printNow(page)
    assertContains(partial, ['Incomplete: 200 of 250 clauses are printed, 50 are missing.'])
    release()
    const printed = await printDocument(page)
    assert.ok(!printed.compactText.includes('Incomplete'))
    assertContains(printed, ['PART-0249'])
    assert.equal(await statement.getByRole('link').first().getAttribute('href').then(Boolean), true)
    assert.deepEqual(window.pageErrors, [])
  })

  test('menu and buttons have no box in print: the fixed menu would be painted on every page', async () => {
    await using window = await open('/governance/frameworks')
    const { page } = window
    const readDisplays = () =>
      page.evaluate<string[]>(
        `[...new Set([...document.querySelectorAll('.no-print')].map(one => getComputedStyle(one).display))]`,
      )
    assert.ok(!(await readDisplays()).includes('none'))
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual(await readDisplays(), ['none'])
  })

  const documents = [
    ['a claim', '/evidence/claims/', 'Evidence claim', ['History']],
    ['a package with its timeline', '/submissions/packages/', 'Submission package', ['Timeline']],
    [
      'an assessment',
      '/governance/assessments/',
      'Assessment',
      ['Clauses', '5.15 Access control', '8.13 Information backup'],
    ],
  ] as const
  for (const [documentName, path, kind, texts] of documents)
    test(`${documentName} prints as a document`, async () => {
      await using window = await open(`${path}${showcase.records[path]}`)
      const title = await window.page.getByRole('heading', { level: 1 }).textContent()
      const printed = await printDocument(window.page)
      assertIsDocument(printed, kind)
      assertContains(printed, [title ?? '', ...texts])
      assert.deepEqual(window.pageErrors, [])
    })

  test('the records at a past time print as a document, with all rows of the list', async () => {
    await using window = await open('/trails/as-of?what=claims')
    const { page } = window
    const printed = await printDocument(page)
    assertIsDocument(printed, 'Records at a past time')
    const rows = await page.getByRole('table').locator('tbody code').allTextContents()
    assert.ok(rows.length > 0)
    assertContains(printed, rows)
    assert.deepEqual(window.pageErrors, [])
  })
})
