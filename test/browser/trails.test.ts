import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { claimInput } from '#test/fixture.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, settled, withChromium } from './browser.ts'

const places = ['/trails/audit', '/trails/security-events', '/trails/jobs'] as const

describe('audit, security events and jobs', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let claimId: string

  before(async () => {
    probata = resources.use(await boot())
    const token = await probata.token('acme-scanner')
    const path = '/api/v1/governance/evidence/claims'
    for (const key of ['vault-1', 'vault-2'])
      claimId = (await probata.call('POST', path, { token, body: claimInput(key) })).body.id
    await probata.call('POST', path, { token: await probata.token('acme-reader'), body: claimInput('vault-3') })
    const [organization] = await probata.sql(`select id from organization where slug = 'acme'`)
    const organizationId = String(organization?.id)
    const event = {
      id: 'sev_01KAJ00000000000000000000A',
      type: 'storageOperationsDigestMismatch',
      organizationId,
      reason: 'the digest of a stored file differs',
      context: { resourceId: claimId, code: 'EDIGEST' },
      createdAt: '2026-11-20T10:00:00.000Z',
    }
    await probata.sql('insert into security_event (organization_id, id, type, record) values ($1, $2, $3, $4)', [
      organizationId,
      event.id,
      event.type,
      JSON.stringify(event),
    ])
  })

  test('an auditor searches the trail by the address and by the form, and reads all of a row', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/trails/audit')
    await settled(page)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Audit' }).waitFor()
    const table = page.getByRole('table', { name: 'Audit' })
    await page.getByLabel('What', { exact: true }).selectOption('evidence.claim.create')
    await table.getByRole('row').nth(3).waitFor()
    await page.getByLabel('Outcome').selectOption('refused')
    await page.waitForURL(/outcome=refused/)
    await table.getByRole('row').nth(1).getByText('reader').waitFor()
    assert.equal(await table.getByRole('row').count(), 2)
    await page.getByRole('button', { name: 'evidence.claim.create' }).click()
    const details = page.getByRole('dialog', { name: 'evidence.claim.create' })
    await details.getByText('forbidden_scope').waitFor()
    await assertAccessibleInBoth(page, 'a row of the trail')
    await details.getByRole('link', { name: 'Only by them' }).click()
    await page.waitForURL(/actorId=sva_/)
    await table.getByRole('button', { name: 'access_token.issue' }).waitFor()

    await page.goto(`/trails/audit?resourceId=${claimId}`)
    await table.getByRole('button', { name: 'evidence.claim.create' }).click()
    await details.getByText('pushed by the nightly backup').waitFor()
    await details.getByRole('link', { name: claimId }).click()
    await page.waitForURL(new RegExp(`/evidence/claims/${claimId}$`))

    await page.goto('/trails/audit?from=2020-01-01T00:00:00.000Z&to=2020-01-02T00:00:00.000Z')
    await page.getByText('Nothing matches these filters').waitFor()
    assert.equal(await page.getByLabel('Before').inputValue(), '2020-01-02T00:00')
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await table.getByRole('row').nth(3).waitFor()

    await page.goto('/trails/security-events')
    await page.getByRole('button', { name: 'A stored file was altered' }).click()
    const event = page.getByRole('dialog', { name: 'A stored file was altered' })
    await event.getByText('It was not delivered').waitFor()
    await event.getByRole('link', { name: claimId }).waitFor()
    await assertAccessibleInBoth(page, 'a security event')
    await page.keyboard.press('Escape')
    await page.getByLabel('What happened').selectOption('storageOperationsObjectMissing')
    await page.getByText('Nothing matches these filters').waitFor()

    await page.goto('/trails/jobs')
    await page
      .getByRole('row', { name: /expire-claims/ })
      .getByText('every 20 seconds')
      .waitFor()
    assert.equal(await page.getByRole('button', { name: /^Run / }).count(), 0, 'auditors run nothing')
    assert.deepEqual(window.complaints, [])
  })

  test('an administrator runs a job with a reason; one that failed comes first', async () => {
    await probata.sql(`insert into job_run (id, job, started_at, finished_at, outcome, processed)
      values ('jrn_01KAJ00000000000000000000A', 'forget-idempotency-keys', now(), now() + interval '2 s', 'failed', 0)`)
    await using window = await openWindow(probata, { as: 'admin@acme.example', scheme: 'dark' })
    const { page } = window
    await page.goto('/trails/jobs')
    await settled(page)
    const table = page.getByRole('table', { name: 'Scheduled jobs' })
    await table.getByRole('row').nth(1).getByText('forget-idempotency-keys').waitFor()
    await table.getByRole('row').nth(1).getByText('failed').waitFor()
    await page.getByRole('button', { name: 'Run now: expire-claims' }).click()
    const dialog = page.getByRole('dialog')
    assert.ok(await dialog.getByRole('button', { name: 'Run now' }).isDisabled(), 'a reason is asked for')
    await dialog.getByLabel('Reason').fill('Claims of yesterday must go')
    await dialog.getByRole('button', { name: 'Run now' }).click()
    await page.getByText('expire-claims succeeded: 0 processed').waitFor()
    await table
      .getByRole('row', { name: /expire-claims/ })
      .getByText('succeeded')
      .waitFor()
    await page.goto('/trails/audit?action=job.run')
    await page.getByRole('row', { name: /Claims of yesterday must go/ }).waitFor()
    assert.deepEqual(window.complaints, [])
  })

  for (const role of ['reviewer', 'contributor'])
    test(`a ${role} sees that the role may not read the trails`, async () => {
      await using window = await openWindow(probata, { as: `${role}@acme.example` })
      for (const place of places) {
        await window.page.goto(place)
        await window.page.getByRole('heading', { name: 'Your role does not see this page' }).waitFor()
      }
      assert.equal(await window.page.getByRole('link', { name: 'Audit' }).count(), 0)
      assert.deepEqual(window.complaints, [])
    })

  test('what has no rows says so', async () => {
    await using window = await openWindow(probata, { as: 'auditor@globex.example' })
    await window.page.goto('/trails/security-events')
    await window.page.getByText('No security events').waitFor()
    assert.deepEqual(window.complaints, [])
  })
})
