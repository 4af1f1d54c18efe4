import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessible, openWindow, waitUntilSettled, withChromium } from './browser.ts'

const largeSize = 50_000_000

/** Records every text that a row of the list shows, in order. */
const watch = (page: Page) =>
  page.evaluate(`window.__seen = new Set()
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('li')) window.__seen.add(row.textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`)

const textsSeen = async (page: Page): Promise<string> => String(await page.evaluate(`[...window.__seen].join('\\n')`))

/** Drops files on the field like a file manager. */
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

  test('a claim takes three inputs and a few clicks: its file is hashed at once and sent after submitting', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    const { requirements } = await client.get('admin', '/evidence-requirements?status=active')
    await page.goto(`/evidence/requirements/${requirements[0].id}`)
    await page.getByText('No accepted proof yet.').waitFor()
    await page.evaluate(`window.__clicks = 0; addEventListener('click', () => (window.__clicks += 1), true)`)
    await watch(page)
    await page.getByRole('link', { name: 'Add proof' }).click()
    const requirement = page.getByRole('combobox', { name: 'Requirement' })
    await until('the requirement is chosen', async () => (await requirement.inputValue()) === 'BKP-01 · Nightly backup')
    await page.getByText(/^Valid until .*, as the requirement says\.$/).waitFor()
    await page.getByLabel('Files', { exact: true }).setInputFiles([big, join(folder, 'too-large.tar')])
    await page.getByRole('listitem', { name: 'too-large.tar' }).getByText('is too large and was not sent').waitFor()
    await page.getByRole('listitem', { name: 'backup.tar' }).getByText('ready').waitFor({ timeout: 60_000 })
    const submit = page.getByRole('button', { name: 'Submit for review' })
    await submit.click()
    const sentence = page.getByLabel(/^What does it prove/)
    await sentence.and(page.locator(':focus')).waitFor()
    await page.getByText('Fill this in.').waitFor()
    await assertAccessible(page, 'new claim')
    await sentence.fill('Backup of last night')
    await submit.click()
    await page.getByRole('heading', { name: 'Backup of last night', level: 1 }).waitFor({ timeout: 60_000 })
    await page.getByText(digest).waitFor()
    assert.ok(Number(await page.evaluate('window.__clicks')) <= 8)
    const progress = await textsSeen(page)
    assert.match(progress, /computing the digest, [1-9]\d? %/)
    assert.match(progress, /uploading, [1-9]\d? %/)
    const { claims } = await client.get('admin', `/claims?evidenceRequirementId=${requirements[0].id}`)
    assert.match(claims[0].claimKey, /^backup-of-last-night-\d{4}-\d\d-\d\d$/)
    const { history } = await client.get('admin', `/claims/${claims[0].id}/history`)
    assert.deepEqual(
      history.map(({ reason }: { reason: string }) => reason),
      ['Attached in the web app.', 'Created in the web app.'],
    )
    assert.deepEqual(window.pageErrors, [])
  })

  test('derived values can be changed under "Details"; a key that is taken gets a number', async () => {
    const today = '2026-11-21'
    await client.claim(`taken-${today}`)
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.clock.setFixedTime(`${today}T12:00:00Z`)
    await page.goto('/evidence/claims/new')
    await page.getByLabel(/^What does it prove/).fill('Taken')
    const submit = page.getByRole('button', { name: 'Submit for review' })
    const source = page.getByRole('group', { name: /^Source: / })
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    assert.equal(await page.getByLabel(/^Key/).inputValue(), `taken-${today}`)
    await source.getByLabel('Module').fill('external')
    await submit.click()
    await page.getByText('is required when the source is external').waitFor()
    const snapshot = page.getByRole('group', { name: 'Source snapshot' })
    await snapshot.getByLabel('Name 1').fill('system')
    await snapshot.getByLabel('Value 1').fill('vault-3')
    await page.getByRole('button', { name: /^Change the validity/ }).click()
    await page.getByLabel('Valid from').fill('2026-11-20T02:00')
    await page.getByLabel('Valid until').fill('2026-11-19T02:00')
    await submit.click()
    await page.getByText('must be later than validFrom').first().waitFor()
    await assertAccessible(page, 'new claim with details')
    await page.getByLabel('Valid until').fill('2027-11-19T02:00')
    await submit.click()
    await page.getByRole('heading', { name: 'Taken', level: 1 }).waitFor()
    const { claims } = await client.get('admin', `/claims?claimKey=taken-${today}-2`)
    const { sourceSnapshot, sourceModuleKey } = await client.get('admin', `/claims/${claims[0].id}`)
    assert.deepEqual([sourceSnapshot, sourceModuleKey], [{ system: 'vault-3' }, 'external'])
    assert.deepEqual(window.pageErrors, [])
  })

  test('files are dropped on a claim; an empty one is rejected, a cancelled one is retried', async () => {
    const id = await client.claim('drop-1')
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(`/evidence/claims/${id}`)
    await waitUntilSettled(page)
    let heldRequests = 0
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/upload-binary**', async route => {
      heldRequests += 1
      if (heldRequests > 2) return route.continue()
      if (heldRequests === 2) return route.abort('connectionreset')
      await released
      await route.abort().catch(() => {})
    })
    await drop(page, [
      { name: 'one.txt', text: 'first' },
      { name: 'two.txt', text: 'second' },
      { name: 'nothing.txt', text: '' },
    ])
    const files = page.getByRole('list', { name: 'Files to attach' })
    const row = (name: string) => files.getByRole('listitem', { name })
    await row('nothing.txt').getByText('is empty and was not sent').waitFor()
    await files.getByRole('button', { name: 'Try again' }).waitFor()
    await files.getByText('The server cannot be reached').waitFor()
    await files.getByRole('button', { name: 'Cancel' }).click()
    await files.getByText('cancelled').waitFor()
    release()
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

    await page.getByRole('button', { name: 'Add a reason' }).click()
    await page.getByRole('button', { name: /because the reviewer asked/ }).click()
    await drop(page, [{ name: 'three.txt', text: 'third' }])
    await page.getByRole('button', { name: 'Attach 1 file' }).click()
    await row('three.txt').getByText('attached').waitFor()
    const { history } = await client.get('contributor', `/claims/${id}/history`)
    const reasons = new Set(history.map(({ reason }: { reason: string }) => reason))
    assert.ok(reasons.has('Attached in the web app.') && reasons.has('Attached because the reviewer asked for it.'))
    assert.deepEqual(window.pageErrors, [])
  })
})
