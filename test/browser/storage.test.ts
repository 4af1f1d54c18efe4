import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { prover, textFile } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { actAtOnce, button, dialogOf, fillReasonIfAsked, reason, submitWithReason } from './dialogs.ts'

describe('storage', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let bucket: MemoryS3

  before(async () => {
    bucket = resources.use(await startMemoryS3())
    probata = resources.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } }))
  })

  test('an administrator adds a bucket, sees what fails and why, fixes it, and stores files there', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/storage')
    await waitUntilSettled(page)
    const table = page.getByRole('table', { name: 'Storage bindings' })
    await table.getByRole('row', { name: /local active takes new files/ }).waitFor()

    await button(page, 'Add a bucket').click()
    const dialog = dialogOf(page)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Frankfurt')
    await dialog.getByLabel('Provider').selectOption('Ceph RGW')
    assert.ok(await dialog.getByLabel('The bucket is part of the path').isChecked())
    const { settings, credentials } = bucket
    await dialog.getByLabel('Endpoint').fill('https://127.0.0.1:25')
    await dialog.getByLabel('Region').fill(settings.region)
    await dialog.getByRole('textbox', { name: 'Bucket' }).fill(settings.bucket)
    await dialog.getByLabel('Access key ID').fill(credentials.accessKeyId)
    await dialog.getByLabel('Secret access key').fill('not the secret of this key')
    await fillReasonIfAsked(dialog, reason)
    await dialog.getByRole('button', { name: 'Add a bucket' }).click()
    // The endpoint has the port of a mail server. The server's error message appears next to the field.
    await dialog.getByText(/must not name a port/).waitFor()
    await dialog.getByLabel('Endpoint').fill(settings.endpoint)
    await dialog.getByRole('button', { name: 'Add a bucket' }).click()
    await page.waitForURL(/\/storage\/bindings\/stb_/)
    await page.getByRole('heading', { name: 'Frankfurt' }).waitFor()
    assert.equal(await page.getByText(credentials.accessKeyId).count(), 0, 'only the end of the key is shown')
    await page.getByText(`ends in ${credentials.accessKeyId.slice(-4)}`).waitFor()
    assert.equal(await button(page, 'Activate').count(), 0, 'a draft is validated first')

    await actAtOnce(page, 'Validate', 'Frankfurt did not pass')
    const probes = page.getByRole('table', { name: 'Probes', exact: true })
    const keyProbe = probes.getByRole('row', { name: /The access key is accepted/ })
    await keyProbe.getByText('failed').waitFor()
    await keyProbe
      .getByText(/secret or the region is wrong/)
      .last()
      .waitFor()
    await assertAccessibleInBoth(page, 'probes that did not pass')

    await button(page, 'Replace the credentials').click()
    await dialog.getByLabel('Access key ID').fill(credentials.accessKeyId)
    await dialog.getByLabel('Secret access key').fill(credentials.secretAccessKey)
    await submitWithReason(page, 'Replace the credentials')
    await actAtOnce(page, 'Validate', 'Frankfurt passed every required probe')
    const runs = page.getByRole('table', { name: 'Earlier runs' })
    await runs.getByRole('button', { name: 'new credentials' }).click()
    await dialog.getByText('The same bytes come back').waitFor()
    await page.keyboard.press('Escape')

    await button(page, 'Activate').click()
    await dialog.getByText('New files are stored here from now on.').waitFor()
    await submitWithReason(page, 'Activate')
    await page.getByText('New files are stored here.').waitFor()
    await page.goto('/storage')
    await table.getByRole('row').nth(1).getByText('Frankfurt').waitFor()
    await table.getByRole('row', { name: /local draining/ }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('an auditor reads it without actions; on a phone each probe says what to do', async () => {
    const cookie = await probata.signIn('admin@acme.example')
    const bindings = bindingsOf(probata, () => cookie)
    const { id } = await bindings.done(bindings.create(bucket, { name: 'Paris' }), 201)
    bucket.intercept = method => (method === 'DELETE' ? { status: 403 } : undefined)
    await bindings.done(bindings.act(id, 'validate'))
    bucket.intercept = () => undefined
    await using window = await openWindow(probata, { as: 'auditor@acme.example', phone: true })
    const { page } = window
    await page.goto(`/storage/bindings/${id}`)
    await waitUntilSettled(page)
    await page
      .getByText(/The access key may not do this/)
      .first()
      .waitFor()
    assert.equal(await page.locator('main button:is([aria-haspopup=dialog], [data-operation]):not(td *)').count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })

  test('an administrator sees the usage, and sets a quota that a second administrator finds full', async () => {
    const token = await probata.token('acme-scanner')
    const client = prover(probata, () => token)
    await client.attach(await client.newClaim(), textFile('x'.repeat(1500)))
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/storage/usage')
    await waitUntilSettled(page)
    await page.getByText('Files: 1', { exact: true }).waitFor()
    assert.equal(await page.getByRole('progressbar').count(), 0)
    await button(page, 'Change the quota').click()
    await dialogOf(page).getByLabel('Maximum megabytes').fill('0.0015')
    await submitWithReason(page, 'Change the quota')
    await page.getByText('Size of all files: 1.5 kB of 1.5 kB').waitFor()
    await page.getByRole('progressbar', { name: '100 % of the size quota' }).waitFor()
    await page.getByRole('alert').getByText('Full').waitFor()
    await assertAccessibleInBoth(page, 'a quota that is full')
    await button(page, 'Change the quota').click()
    await dialogOf(page).getByLabel('Maximum megabytes').fill('')
    await submitWithReason(page, 'Change the quota')
    await page.getByText('Size of all files: 1.5 kB', { exact: true }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
