import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessible, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { printNow, withPdf } from './pdf.ts'

const rowCount = 5000
/** The maximum number of rows in the document at once: the rows in view, and a few above and below. */
const maxRendered = 80

const titleOf = (i: number): string => `Finding ${String(i).padStart(4, '0')}`

describe('a list of 5,000 rows', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
    const client = createWorkspaceClient(probata)
    const body = {
      title: 'Finding',
      severity: 'low',
      subjectModuleKey: 'm',
      subjectResourceType: 't',
      subjectResourceId: 'i',
    }
    const { body: finding, status, text } = await client.ask('admin', 'POST', '/findings', body)
    assert.equal(status, 201, text)
    // Inserts copies of one record, because creating 5,000 records by requests takes minutes.
    await probata.sql(
      `insert into finding (organization_id, id, severity, status, due_at, hands, record)
       select f.organization_id, c.id, f.severity, f.status, f.due_at, f.hands,
              (f.record::jsonb || jsonb_build_object('id', c.id, 'title', c.title))::text
         from finding f, lateral (select 'gfd_' || lpad(i::text, 26, '0') as id, 'Finding ' || lpad(i::text, 4, '0') as title
                                    from generate_series(1, ${rowCount - 1}) i) c
        where f.id = $1`,
      [finding.id],
    )
  })

  const rendered = (page: Page) => page.evaluate<number>(`document.querySelectorAll('tbody tr[data-index]').length`)
  const focused = (page: Page) =>
    page.evaluate<string>(`document.activeElement.closest('tr')?.querySelector('[data-part=title]').textContent ?? ''`)

  /** Scrolls to the end of the loaded rows until the list has no more rows to load. */
  const loadAll = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Show more' }).click()
    for (let i = 0; i < 500; i += 1) {
      await waitUntilSettled(page)
      const isComplete = await page.evaluate<boolean>(
        `Number(document.querySelector('tbody tr[data-index]:last-child').dataset.index) === ${rowCount - 1}`,
      )
      if (isComplete) return
      assert.ok((await rendered(page)) <= 250, 'rows in the document while loading')
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    }
    assert.fail('the list does not end')
  }

  test('has few rows in the document, and each can be reached by scrolling and by keyboard', withPdf, async t => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/governance/findings?sort=-createdAt')
    const table = page.getByRole('table', { name: 'Findings' })
    await page.getByText(`1–50 of ${rowCount.toLocaleString('en')}`).waitFor()
    await loadAll(page)
    const last = titleOf(1)
    await table.getByRole('link', { name: last }).waitFor()
    assert.ok((await rendered(page)) <= maxRendered, `${await rendered(page)} rows`)
    assert.equal(await table.getAttribute('aria-rowcount'), String(rowCount + 1))
    const lastRow = table.getByRole('row').filter({ hasText: last })
    assert.equal(await lastRow.getAttribute('aria-rowindex'), String(rowCount + 1))
    await assertAccessible(page, 'a long list')

    await lastRow.getByRole('link').focus()
    await page.keyboard.press('Home')
    await page.waitForFunction(`document.activeElement.closest('tr')?.dataset.index === '0'`)
    assert.equal(await focused(page), 'Finding')
    await page.keyboard.press('End')
    await page.waitForFunction(`document.activeElement.closest('tr')?.dataset.index === '${rowCount - 1}'`)
    assert.equal(await focused(page), last)
    await page.keyboard.press('ArrowUp')
    assert.equal(await focused(page), titleOf(2))
    assert.ok((await rendered(page)) <= maxRendered)

    const started = performance.now()
    const { compactText } = await printNow(page)
    t.diagnostic(`printed after ${Math.round(performance.now() - started)} ms`)
    const missing = Array.from({ length: rowCount - 1 }, (_, i) => titleOf(i + 1).replace(' ', '')).filter(
      title => !compactText.includes(title),
    )
    assert.deepEqual(missing, [])
    assert.ok((await rendered(page)) <= maxRendered, 'the rows leave the document after printing')
    assert.deepEqual(window.pageErrors, [])
  })
})
