import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { day, minute, second } from '#lib/clock.ts'
import { openPath, prover, textFile } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { flipBit } from '#test/storage/damage.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { actAtOnce, button, dialogOf, fillReasonIfAsked, openAndSubmit, reason } from './dialogs.ts'

const admin = { as: 'admin@acme.example' }

describe('moving files and checking them', { ...withChromium, concurrency: false }, () => {
  const resources = suiteResources()
  let probata: Probata
  let bucket: MemoryS3
  let blobs: string
  let token: string
  const client = prover({ call: (...args) => probata.call(...args) }, () => token)

  before(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'probata-browser-storage-'))
    resources.defer(() => rm(dataDir, { recursive: true, force: true }))
    blobs = join(dataDir, 'blobs')
    bucket = resources.use(await startMemoryS3())
    probata = resources.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } }))
    bucket.clock = probata.clock
    const cookie = await probata.signIn('admin@acme.example')
    const bindings = bindingsOf(probata, () => cookie)
    const { id } = await bindings.done(bindings.create(bucket, { name: 'Frankfurt', encryption: 'none' }), 201)
    assert.equal((await bindings.done(bindings.act(id, 'validate'))).passed, true)
  })

  const attach = async (content: string) => {
    token = await probata.token('acme-scanner')
    const { claimId, artifactId } = await client.attach(await client.newClaim(), textFile(content, `${content}.txt`))
    return openPath(claimId, artifactId)
  }
  const move = () => probata.system.runJob('storage-object-migration-runner')
  const scrub = () => probata.system.runJob('scrub-stored-files')

  test('an administrator counts files, starts, pauses and resumes a move, accepts a failure, and sees it finish', async () => {
    await attach('first')
    await attach('second')
    const knownFiles = new Set(await readdir(blobs, { recursive: true }))
    await attach('damaged')
    const [, hurt = ''] = (await readdir(blobs, { recursive: true })).filter(name => !knownFiles.has(name)).toSorted()
    await writeFile(join(blobs, hurt), 'DAMAGED')
    await using window = await openWindow(probata, admin)
    const { page } = window
    await page.goto('/storage/migrations')
    await waitUntilSettled(page)

    await button(page, 'Start a migration').first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('From').selectOption('local')
    await dialog.getByLabel(/^To/).selectOption('Frankfurt')
    await fillReasonIfAsked(dialog, reason)
    await button(page, 'Count the files').click()
    await dialog.getByRole('status').getByText('3 files with 18 B').waitFor()
    assert.equal(bucket.objects.size, 0, 'nothing is moved by counting')
    await dialog.getByRole('button', { name: 'Start a migration' }).click()
    await page.waitForURL(/\/storage\/migrations\/stm_/)
    await page.getByRole('heading', { name: 'local → Frankfurt' }).waitFor()

    await actAtOnce(page, 'Pause', 'The migration is paused.')
    await page.getByText('Nothing is copied or removed until the migration is resumed.').waitFor()
    await move()
    assert.equal(bucket.objects.size, 0)
    await actAtOnce(page, 'Resume', 'The migration continues.')
    await move()
    await page.getByText(/^Waiting until each file that could not be copied is accepted/).waitFor()
    const failures = page.getByRole('table', { name: 'Files that could not be copied' })
    await failures.getByRole('row', { name: /damaged\.txt its bytes are not those that were uploaded/ }).waitFor()
    await assertAccessibleInBoth(page, 'a migration that waits for a decision')
    await openAndSubmit(page, 'Leave it behind')
    await failures.getByText(reason).waitFor()

    await move()
    await page.getByText('Everything is at the target, which takes new files.').first().waitFor()
    await page.getByRole('main').getByText('The way back', { exact: true }).waitFor()
    assert.deepEqual(window.pageErrors, [])

    const { pathname } = new URL(page.url())
    probata.clock.advance(7 * day + minute)
    await move()
    probata.clock.advance(minute + second)
    await move()
    await using later = await openWindow(probata, admin)
    await later.page.goto(pathname)
    await later.page.getByText('The migration is complete; nothing is left to do.').waitFor()
    await later.page.getByText('2 files · 11 B').first().waitFor()
    for (const name of ['Pause', 'Resume', 'End the migration']) assert.equal(await button(later.page, name).count(), 0)
    assert.deepEqual(later.pageErrors, [])
  })

  test('the page of integrity checks shows their progress, and a file without a good copy', async () => {
    const before = new Set(bucket.objects.keys())
    const path = await attach('altered later')
    await scrub()
    await using window = await openWindow(probata, admin)
    const { page } = window
    await page.goto('/storage/scrub')
    await page.getByText(/^\d of \d copies were read and found intact in the last 30 days\.$/).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)

    const [key] = [...bucket.objects.keys()].filter(name => !before.has(name))
    const object = bucket.objects.get(key ?? '')
    assert.ok(object)
    object.bytes = flipBit(Buffer.from(object.bytes))
    await scrub()
    await page.reload()
    // The files that failed once include the one left at the source.
    await page.getByText('Checked again after 10 minutes.').waitFor()
    probata.clock.advance(11 * minute)
    await scrub()
    await page.reload()
    await page.getByRole('alert').getByText('Files without a good copy').waitFor()
    await assertAccessibleInBoth(page, 'a file without a good copy')
    token = await probata.token('acme-scanner')
    const { status, body } = await probata.call('GET', path, { token })
    assert.deepEqual([status, body.file], [503, 'altered'])
    assert.deepEqual(window.pageErrors, [])
  })
})
