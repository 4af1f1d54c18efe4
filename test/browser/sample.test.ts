import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createSampleWorkspace } from '#src/features/samples/create-sample-workspace.ts'
import { partsOf } from '#test/samples.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { assertContains, printDocument, withPdf } from './pdf.ts'

describe('a workspace with sample data', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let sample: Awaited<ReturnType<typeof createSampleWorkspace>>

  before(async () => {
    probata = resources.use(await boot())
    sample = await createSampleWorkspace(partsOf(probata), 'sample-data')
  })

  const signIn = async (page: Page): Promise<void> => {
    await page.goto('/sign-in')
    await page.getByLabel('E-mail address').fill(sample.email)
    await page.getByLabel(/^Password/).fill(sample.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  }
  const notice = (page: Page) => page.getByRole('note').filter({ hasText: 'Sample data: nothing here is real' })

  test('every page says so, on screen, on phones and in print', async () => {
    const { body } = await probata.call('POST', '/api/workspace/session', {
      body: { email: sample.email, password: sample.password },
    })
    assert.equal(body.organization.sample, true)
    for (const phone of [false, true]) {
      await using window = await openWindow(probata, { phone })
      const { page } = window
      await signIn(page)
      for (const path of ['/', '/evidence/claims', '/governance/frameworks', '/access/people']) {
        await page.goto(path)
        await waitUntilSettled(page)
        assert.ok(await notice(page).isVisible(), path)
      }
      await page.goto('/evidence/claims')
      await waitUntilSettled(page)
      await assertAccessibleInBoth(page, 'claims of a sample')
      await page.emulateMedia({ media: 'print' })
      assert.ok(await notice(page).isVisible())
      assert.equal(await page.getByRole('button', { name: 'Close the sample' }).isVisible(), false)
    }
  })

  test('a printed claim says so, and names the sample on each page', withPdf, async () => {
    const [claim] = await probata.sql('select id from evidence_claim where organization_id = $1 limit 1', [sample.id])
    await using window = await openWindow(probata)
    await signIn(window.page)
    await window.page.goto(`/evidence/claims/${claim?.id}`)
    await waitUntilSettled(window.page)
    const printed = await printDocument(window.page)
    assertContains(printed, ['Sample data: nothing here is real'])
    for (const page of printed.pages) assert.match(page, /Sample data: Northwind Bank/)
  })

  test('its administrator closes it and is signed out', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    await signIn(page)
    await page.getByRole('button', { name: 'Close the sample' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close the sample' })
    await dialog.getByLabel('Reason').fill('We have seen enough.')
    await assertAccessibleInBoth(page, 'close the sample', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Delete all sample data' }).click()
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    assert.deepEqual(await probata.sql('select from organization where id = $1', [sample.id]), [])
  })
})
