import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessible, openWindow, waitUntilSettled, withChromium } from './browser.ts'

const largeSize = 50_000_000

/** Every text that a row of the list has shown, in order. */
const watch = (page: Page) =>
  page.evaluate(`window.__seen = new Set()
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('li')) window.__seen.add(row.textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`)

const textsSeen = async (page: Page): Promise<string> => String(await page.evaluate(`[...window.__seen].join('\\n')`))

/** Drops files on the field as a file manager does. */
const drop = async (page: Page, files: readonly { readonly name: string; readonly text: string }[]) => {
  const transfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer()
      for (const { name, text } of ${JSON.stringify(files)}) transfer.items.add(new File([text], name, { type: 'text/plain' }))
      return transfer
    })()`,
  )
  await page.getByText('Drop files here').dispatchEvent('drop', { dataTransfer: transfer })
}

describe('new claims and their files', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: WorkspaceClient
  let folder: string
  let big: string
  let digest: string

  before(async () => {
    probata = resources.use(await boot({ env: { PROBATA_MAX_UPLOAD_BYTES: String(largeSize) } }))
    client = createWorkspaceClient(probata)
    folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'probata-upload-'))).path
    big = join(folder, 'backup.tar')
    const bytes = Buffer.alloc(largeSize, 'all that was backed up ')
    digest = createHash('sha256').update(bytes).digest('hex')
    await writeFile(big, bytes)
    await writeFile(join(folder, 'too-large.tar'), Buffer.alloc(largeSize + 1))
  })

  test('a claim is logged after a field error, then a 50 MB file is attached with progress', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/evidence/claims/new')
    await waitUntilSettled(page)
    const part = (name: RegExp) => page.getByRole('group', { name })
    await page.getByLabel('Reason').fill('the backup of last night')
    await page.getByRole('button', { name: 'Log the claim' }).click()
    await page.getByText('Required', { exact: true }).first().waitFor()
    await page.getByLabel('Title').fill('Backup of last night')
    await page.getByLabel('Key').fill('backup-2026-11-20')
    await page.getByRole('combobox', { name: 'Requirement' }).fill('BKP')
    await page.getByRole('option', { name: 'BKP-01 · Nightly backup' }).click()
    for (const [name, module] of [
      [/^Subject/, 'controls'],
      [/^Source/, 'external'],
    ] as const) {
      await part(name).getByLabel('Module').fill(module)
      await part(name).getByLabel('Type').fill('report')
      await part(name).getByLabel('Id').fill('CTL-7')
    }
    await page.getByRole('button', { name: 'Log the claim' }).click()
    await part(/^Source/)
      .getByText('is required when the source is external')
      .waitFor()
    await page.getByLabel('Source snapshot (JSON)').fill('{\n  "system": vault\n}')
    await page.getByRole('button', { name: 'Log the claim' }).click()
    await page.getByText('Not JSON, line 2, column 13').waitFor()
    await page.getByLabel('Source snapshot (JSON)').fill('{ "system": "vault-3" }')
    await page.getByLabel('Valid from').fill('2026-11-20T02:00')
    await page.getByLabel('Valid until').fill('2026-11-19T02:00')
    await page.getByRole('button', { name: 'Log the claim' }).click()
    await page.getByText('must be later than validFrom').first().waitFor()
    await assertAccessible(page, 'new claim')
    if (process.env.SHOTS) await page.screenshot({ path: '/tmp/s3/evidence-new-claim.png', fullPage: true })
    await page.getByLabel('Valid until').fill('2027-11-19T02:00')
    await page.getByRole('button', { name: 'Log the claim' }).click()
    await page.getByText('The claim is logged').waitFor()
    await page.reload()
    await page.getByRole('status').getByRole('link', { name: 'Backup of last night' }).waitFor()

    await watch(page)
    await page.getByLabel('Files', { exact: true }).setInputFiles([big, join(folder, 'too-large.tar')])
    await page.getByRole('listitem', { name: 'too-large.tar' }).getByText('is too large and was not sent').waitFor()
    await assertAccessible(page, 'files')
    await page.getByLabel('Reason').fill('the backup of last night')
    await page.getByRole('button', { name: 'Attach 1 file' }).click()
    await page.getByRole('listitem', { name: 'backup.tar' }).getByText('attached').waitFor({ timeout: 60_000 })
    const progress = await textsSeen(page)
    assert.match(progress, /computing the digest, [1-9]\d? %/)
    assert.match(progress, /uploading, [1-9]\d? %/)

    await page.getByRole('link', { name: 'Open the claim' }).click()
    await page.getByRole('heading', { name: 'Backup of last night', level: 1 }).waitFor()
    await page.getByText(digest).waitFor()
    assert.deepEqual(window.complaints, [])
  })

  test('files are dropped on a claim; an empty one is rejected, a cancelled one is retried', async () => {
    const id = await client.claim('drop-1')
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(`/evidence/claims/${id}`)
    await waitUntilSettled(page)
    await drop(page, [
      { name: 'one.txt', text: 'first' },
      { name: 'two.txt', text: 'second' },
      { name: 'nothing.txt', text: '' },
    ])
    const files = page.getByRole('list', { name: 'Files to attach' })
    const row = (name: string) => files.getByRole('listitem', { name })
    await row('nothing.txt').getByText('is empty and was not sent').waitFor()
    await page.getByRole('button', { name: /Attached as the proof/ }).click()

    let heldRequests = 0
    let free = () => {}
    const freed = new Promise<void>(resolve => {
      free = resolve
    })
    await page.route('**/upload-binary**', async route => {
      heldRequests += 1
      if (heldRequests > 2) return route.continue()
      if (heldRequests === 2) return route.abort('connectionreset')
      await freed
      await route.abort().catch(() => {})
    })
    await page.getByRole('button', { name: 'Attach 2 files' }).click()
    await files.getByRole('button', { name: 'Try again' }).waitFor()
    await files.getByText('The server cannot be reached').waitFor()
    await files.getByRole('button', { name: 'Cancel' }).click()
    await files.getByText('cancelled').waitFor()
    free()
    for (let remaining = 2; remaining > 0; remaining -= 1) {
      await files.getByRole('button', { name: 'Try again' }).first().click()
      await files
        .getByRole('button', { name: 'Try again' })
        .nth(remaining - 1)
        .waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Check the digest' }).nth(1).waitFor()
    const { attachments } = await client.get('contributor', `/claims/${id}`)
    const names = attachments.map(({ originalFilename }: { originalFilename: string }) => originalFilename)
    assert.deepEqual(names.sort(), ['one.txt', 'two.txt'])
    assert.deepEqual(window.complaints, [])
  })
})
