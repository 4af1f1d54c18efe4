import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { iso, minute } from '#lib/clock.ts'
import { claimInput } from '#test/fixture.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'

const paths = ['/trails/audit', '/trails/security-events', '/trails/jobs', '/trails/jobs/expire-claims'] as const

describe('audit, security events and jobs', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let claimId: string

  before(async () => {
    probata = resources.use(await boot())
    await probata.sql(`update organization set operator = true where slug = 'acme'`)
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
      severity: 'critical',
      organizationId,
      reason: 'the digest of a stored file differs',
      context: { resourceId: claimId, code: 'EDIGEST' },
      createdAt: '2026-11-20T10:00:00.000Z',
    }
    await probata.sql(
      'insert into security_event (organization_id, id, type, severity, record) values ($1, $2, $3, $4, $5)',
      [organizationId, event.id, event.type, event.severity, JSON.stringify(event)],
    )
  })

  test('an auditor searches the trail by URL and by form, and reads a whole row', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/trails/audit')
    await waitUntilSettled(page)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Audit' }).waitFor()
    const table = page.getByRole('table', { name: 'Audit' })
    await page.setViewportSize({ width: 1360, height: 900 })
    const overflow = await table.locator('..').evaluate(container => container.scrollWidth - container.clientWidth)
    assert.ok(overflow <= 0, `${overflow} px of the table cannot be seen`)
    await page.getByLabel('Action', { exact: true }).selectOption('evidence.claim.create')
    await table.getByRole('row').nth(3).waitFor()
    await page.getByLabel('Outcome').selectOption('refused')
    await page.waitForURL(/outcome=refused/)
    await table.getByRole('row').nth(1).getByText('reader').waitFor()
    assert.equal(await table.getByRole('row').count(), 2)
    const rejectedAttempt = 'reader tried to log the claim and was rejected: the token lacks the scope.'
    await table.getByRole('row', { name: rejectedAttempt }).getByRole('button').click()
    const details = page.getByRole('dialog', { name: 'Row of the audit trail' })
    await details.getByText(rejectedAttempt).waitFor()
    await details.getByRole('button', { name: 'Details', exact: true }).click()
    await details.getByText('evidence.claim.create').waitFor()
    await assertAccessibleInBoth(page, 'a row of the trail')
    await details.getByRole('link', { name: 'Only by them' }).click()
    await page.waitForURL(/actorId=sva_/)
    await table.getByText('took an access token').waitFor()

    await page.goto(`/trails/audit?resourceId=${claimId}`)
    await table.getByText('pushed by the nightly backup').waitFor()
    await table
      .getByRole('row', { name: /logged the claim/ })
      .getByRole('button')
      .click()
    await details.getByText('pushed by the nightly backup').waitFor()
    await details.getByRole('link', { name: 'Backup report of last night' }).first().click()
    await page.waitForURL(new RegExp(`/evidence/claims/${claimId}$`))

    await page.goto('/trails/audit?from=2020-01-01T00:00:00.000Z&to=2020-01-02T00:00:00.000Z')
    await page.getByText('Nothing matches these filters').waitFor()
    assert.equal(await page.getByLabel('Before').inputValue(), '2020-01-02T00:00')
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await table.getByRole('row').nth(3).waitFor()

    await page.goto('/trails/security-events?kind=storageOperationsDigestMismatch')
    await page.getByRole('button', { name: 'A stored file was altered' }).click()
    const event = page.getByRole('dialog', { name: 'A stored file was altered' })
    await event.getByText('The file was not delivered').waitFor()
    await event.getByRole('link', { name: /Backup report of last night$/ }).waitFor()
    await assertAccessibleInBoth(page, 'a security event')
    await page.keyboard.press('Escape')
    await page.goto('/trails/security-events')
    await page.getByLabel('Event', { exact: true }).selectOption('storageOperationsObjectMissing')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    const events = page.getByRole('table', { name: 'Security events' })
    await page.getByLabel('Severity').selectOption('critical')
    await page.waitForURL(/severity=critical/)
    await events.getByRole('row').nth(1).getByText('critical').waitFor()
    await page.getByLabel('Severity').selectOption('low')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.goto('/trails/security-events?since=2099-01-01T00:00:00.000Z')
    await page.getByText('Nothing matches these filters').waitFor()
    assert.equal(await page.getByLabel('From').inputValue(), '2099-01-01T00:00')

    await page.goto('/trails/jobs')
    await page
      .getByRole('row', { name: /Expire claims/ })
      .getByText('every 20 seconds')
      .waitFor()
    assert.equal(await page.getByRole('button', { name: /^Run / }).count(), 0, 'auditors run nothing')
    await page.getByRole('link', { name: 'Expire claims' }).click()
    await page.getByRole('heading', { name: 'Expire claims' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Run / }).count(), 0, 'auditors run nothing here either')
    await page.goto('/trails/jobs/unknown')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('the state at a given time, with the row that proves it; nothing at another time', async () => {
    const time = iso(probata.clock.now())
    probata.clock.advance(minute)
    const cookie = await probata.signIn('reviewer@acme.example')
    const claim = `/api/workspace/claims/${claimId}`
    const { reviewedDigest } = (await probata.call('GET', claim, { cookie })).body
    const body = { reviewedDigest, reason: 'the report is complete' }
    assert.equal((await probata.call('POST', `${claim}/approve`, { cookie, body })).status, 200)
    const laterTime = iso(probata.clock.now())
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto(`/trails/as-of?at=${time}`)
    await waitUntilSettled(page)
    const claims = page.getByRole('table', { name: 'Claims' })
    await claims.getByRole('row').nth(2).getByText('submitted').waitFor()
    assert.equal(await claims.getByText('proved', { exact: true }).count(), 2)
    await assertAccessibleInBoth(page, 'claims as of a moment')
    await page.goto(`/trails/as-of?at=${laterTime}`)
    const row = claims.getByRole('row').nth(1)
    await row.getByText('accepted').waitFor()
    await row.getByText('the report is complete').waitFor()
    await row.getByRole('link', { name: 'proved' }).click()
    await page.getByRole('row', { name: /accepted the claim .+ the report is complete/ }).waitFor()
    await page.goBack()
    await page.getByLabel('Status then').selectOption('rejected')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByText('Packages', { exact: true }).last().click()
    await page.getByText('There were no packages').waitFor()
    await page.getByLabel('As of (end of the minute)').fill('2020-02-29T10:00')
    await page.keyboard.press('Enter')
    await page.waitForURL(/at=2020-02-29T\d\d%3A00%3A59.999Z/)
    await page.getByText('Claims', { exact: true }).last().click()
    await page.getByText('There were no claims').waitFor()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Request an export' })
    await dialog.getByText(/^As of 29 Feb 2020, 10:00:59/).waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('the audit of that year')
    await dialog.getByRole('button', { name: 'Request an export' }).click()
    await page.getByRole('heading', { name: /^As of 29 Feb 2020, 10:00:59/ }).waitFor()
    await page.goto('/trails/exports')
    await page.getByRole('button', { name: 'Request an export' }).click()
    await dialog.getByLabel('Scope').selectOption('asOf')
    await dialog.getByLabel('At the end of this minute').fill('2021-02-28T10:00')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('the audit of that year')
    await dialog.getByRole('button', { name: 'Request an export' }).click()
    await page.getByRole('heading', { name: /^As of 28 Feb 2021, 10:00:59/ }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('an administrator runs a job with one press; a failed job comes first', async () => {
    await probata.sql(`insert into job_run (id, job, started_at, finished_at, outcome, processed)
      values ('jrn_01KAJ00000000000000000000A', 'forget-idempotency-keys', now(), now() + interval '2 s', 'failed', 0)`)
    await probata.sql(`update job set failures = 3 where name = 'forget-idempotency-keys'`)
    await using window = await openWindow(probata, { as: 'admin@acme.example', scheme: 'dark' })
    const { page } = window
    await page.goto('/trails/jobs')
    await waitUntilSettled(page)
    const table = page.getByRole('table', { name: 'Scheduled jobs' })
    await table.getByRole('row').nth(1).getByText('Delete stored responses').waitFor()
    await table.getByRole('row').nth(1).getByText('failed').waitFor()
    await table.getByRole('row').nth(1).getByText('3 times in a row').waitFor()
    await page.getByRole('button', { name: 'Run now: Expire claims' }).click()
    await page.getByText(/Expire claims succeeded: 0 processed in [\d.]+ (ms|s)/).waitFor()
    await table
      .getByRole('row', { name: /Expire claims/ })
      .getByText('succeeded')
      .waitFor()
    await page.goto('/trails/audit?action=job.run')
    await page.getByRole('row', { name: /Run by hand in the web app/ }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test("a job shows its runs, and its next runs in the user's time zone", async () => {
    const run = (id: string, at: string, duration: string, outcome: string, missed: number, code: string | null) =>
      probata.sql(
        `insert into job_run (id, job, started_at, finished_at, outcome, processed, node_id, missed, error_code)
         values ($1, 'recheck-sign-on-domains', $2, $2::timestamptz + $3::interval, $4, 7, 'nod_01KAJ00000000000000000000A', $5, $6)`,
        [id, at, duration, outcome, missed, code],
      )
    await run('jrn_01KAJ00000000000000000000B', '2026-11-20T04:30:00Z', '1.5 s', 'succeeded', 3, null)
    await run('jrn_01KAJ00000000000000000000C', '2026-11-21T04:30:00Z', '25 min', 'failed', 0, 'ECONNREFUSED')
    const email = 'admin@acme.example'
    const cookie = await probata.signIn(email)
    const { jobs } = (await probata.call('GET', '/api/workspace/jobs', { cookie })).body
    const { nextRunsAt } = jobs.find(({ name }: { name: string }) => name === 'recheck-sign-on-domains')
    for (const [language, timezone, words] of [
      ['en-GB', 'America/New_York', ['Next times', 'Runs', 'every day at', '25 min', '1.5 s']],
      ['de-DE', 'Europe/Berlin', ['Nächste Läufe', 'Läufe', 'jeden Tag um', '25 min', '1,5 s']],
    ] as const) {
      await using window = await openWindow(probata, { as: email, language, timezone })
      const { page } = window
      await page.goto('/trails/jobs/recheck-sign-on-domains')
      await waitUntilSettled(page)
      for (const text of words) await page.getByText(text).first().waitFor()
      for (const at of nextRunsAt) {
        const format = { dateStyle: 'medium', timeStyle: 'long', timeZone: timezone } as const
        const expected = new Intl.DateTimeFormat(language, format).format(new Date(at))
        const timeText = (await page.locator(`time[datetime="${at}"]`).textContent()) ?? ''
        assert.equal(timeText.replaceAll(/\s/g, ' '), expected.replaceAll(/\s/g, ' '))
      }
      const table = page.getByRole('table')
      assert.deepEqual(
        await table
          .getByRole('row')
          .nth(1)
          .getByRole('cell')
          .allTextContents()
          .then(cells => cells.slice(1, 4)),
        [language === 'en-GB' ? 'failed ECONNREFUSED' : 'fehlgeschlagen ECONNREFUSED', '25 min', '7'],
      )
      await assertAccessibleInBoth(page, `a job in ${language}`)
      assert.deepEqual(window.pageErrors, [])
    }
  })

  for (const role of ['reviewer', 'contributor'])
    test(`a ${role} sees that their role may not read the trails`, async () => {
      await using window = await openWindow(probata, { as: `${role}@acme.example` })
      for (const path of paths) {
        await window.page.goto(path)
        await window.page.getByRole('heading', { name: 'Your role cannot open this page' }).waitFor()
      }
      assert.equal(await window.page.getByRole('link', { name: 'Audit' }).count(), 0)
      assert.deepEqual(window.pageErrors, [])
    })

  test('empty lists say so', async () => {
    await using window = await openWindow(probata, { as: 'auditor@globex.example' })
    await window.page.goto('/trails/security-events')
    await window.page.getByText('No security events').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
