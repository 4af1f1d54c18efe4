import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { canary, payloadsPerType, polyglots } from './polyglots.ts'

/** Collects the traces that a script would leave if it ran. */
const watchFor = (page: Page): string[] => {
  const traces: string[] = []
  page.on('dialog', dialog => {
    traces.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', popup => traces.push(`popup: ${popup.url()}`))
  page.context().on('request', request => {
    if (request.url().includes(canary)) traces.push(`request: ${request.url()} of ${request.frame().url()}`)
  })
  page.on('framenavigated', frame => {
    if (frame !== page.mainFrame() && !/\/preview$|^about:blank$/.test(frame.url()))
      traces.push(`frame: ${frame.url()}`)
  })
  return traces
}

const marks = async (page: Page): Promise<unknown[]> =>
  (await Promise.all(page.frames().map(frame => frame.evaluate('[window.__ran, document.title]')))).flat()

/** Attaches files through the API. */
const attach = async (page: Page, files: (typeof polyglots)[number]) => {
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles(files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })))
  const list = page.getByRole('list', { name: 'Files to attach' })
  await list
    .getByText(/ · attached$/)
    .nth(files.length - 1)
    .waitFor({ timeout: 60_000 })
}

describe('polyglots', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: WorkspaceClient

  before(async () => {
    probata = resources.use(await boot())
    client = createWorkspaceClient(probata)
  })

  test(`${10 * payloadsPerType} of them are attached, shown and opened; no script runs`, async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    const traces = watchFor(page)
    const outcomes = { shown: 0, refused: 0 }
    let attachedCount = 0
    for (const [i, files] of polyglots.entries()) {
      const claimId = await client.claim(`polyglots-${i}`)
      await page.goto(`/evidence/claims/${claimId}`)
      await waitUntilSettled(page)
      await attach(page, files)
      const rows = page.getByRole('region', { name: 'Attachments' }).getByRole('listitem')
      await rows.nth(files.length - 1).waitFor()
      const previewCount = await rows.getByRole('button', { name: 'Preview' }).count()
      assert.ok(previewCount === 0 || previewCount === files.length)
      for (let index = 0; index < previewCount; index += 1) {
        const row = rows.nth(index)
        await row.getByRole('button', { name: 'Preview' }).click()
        const preview = row.locator('.preview-image, .preview-text').or(row.getByText(/\d+ pages? of/))
        await preview.or(row.getByText(/This file (is not shown here|cannot be displayed)/)).waitFor()
        outcomes[(await preview.count()) > 0 ? 'shown' : 'refused'] += 1
      }
      for (const mark of await marks(page))
        assert.ok(mark === undefined || /^(Preview|Backup)/.test(String(mark)), String(mark))

      const { attachments } = await client.get('admin', `/claims/${claimId}`)
      attachedCount += attachments.length
      const [first] = attachments
      const open = new URLSearchParams({ claimId, artifactId: first.artifactId })
      await page.goto(`/api/workspace/attachments/open?${open}`)
      await page.goto('/preview')
      for (const mark of await marks(page)) assert.ok(mark === undefined || mark === 'Preview', String(mark))
    }
    assert.equal(attachedCount, 10 * payloadsPerType)
    assert.ok(
      outcomes.shown >= Math.floor(0.4 * payloadsPerType) && outcomes.refused > 4 * payloadsPerType,
      JSON.stringify(outcomes),
    )
    assert.deepEqual(traces, [])
    assert.deepEqual(
      window.pageErrors.filter(complaint => !/favicon/.test(complaint)),
      [],
    )
  })
})
