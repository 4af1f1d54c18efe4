import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { prover, textFile } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { button, dialogOf, fillReasonIfAsked, reason } from './dialogs.ts'

describe('locked files', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let bucket: MemoryS3

  before(async () => {
    bucket = resources.use(await startMemoryS3({ lock: true }))
    probata = resources.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } }))
    bucket.clock = probata.clock
  })

  test('an administrator adds a bucket with locks, and sees until when files are locked', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/storage')
    await waitUntilSettled(page)
    await button(page, 'Add a bucket').click()
    const dialog = dialogOf(page)
    const { settings, credentials } = bucket
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Vienna')
    await dialog.getByLabel('Endpoint').fill(settings.endpoint)
    await dialog.getByLabel('Region').fill(settings.region)
    await dialog.getByRole('textbox', { name: 'Bucket' }).fill(settings.bucket)
    await dialog.getByLabel('The bucket is part of the path').check()
    await dialog.getByLabel('Lock files that must be kept').selectOption('compliance')
    await dialog.getByLabel('Access key ID').fill(credentials.accessKeyId)
    await dialog.getByLabel('Secret access key').fill(credentials.secretAccessKey)
    await fillReasonIfAsked(dialog, reason)
    await dialog.getByRole('button', { name: 'Add a bucket' }).click()
    await page.waitForURL(/\/storage\/bindings\/stb_/)
    await page.getByText('yes; no one can lift a lock').waitFor()

    const bindingId = page.url().split('/').at(-1) ?? ''
    const cookie = await probata.signIn('admin@acme.example')
    const { act, done } = bindingsOf(probata, () => cookie)
    await done(act(bindingId, 'validate'))
    await done(act(bindingId, 'activate'))
    const acme = createWorkspaceClient(probata)
    const requirement = { requirementKey: 'KEPT-1', title: 'Kept', status: 'active', retentionYears: 2 }
    const { id: evidenceRequirementId } = await done(
      acme.ask('admin', 'POST', '/evidence-requirements', requirement),
      201,
    )
    const token = await probata.token('acme-scanner')
    const claimId = await acme.claim('locked', { evidenceRequirementId })
    await prover(probata, () => token).attach(claimId, textFile('kept'))

    await page.reload()
    await page.getByText('Files are waiting for their lock').waitFor()
    await assertAccessibleInBoth(page, 'files that wait for their lock')
    assert.equal(await probata.system.runJob('lock-stored-files'), 1)
    await page.reload()
    await page.getByText('Files are locked here until').waitFor()
    assert.equal(await page.getByText('Files are waiting for their lock').count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })
})
