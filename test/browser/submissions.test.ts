import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { day, iso } from '#lib/clock.ts'
import { claimInput } from '#test/fixture.ts'
import { createSubmissionsClient, type SubmissionsClient } from '#test/submissions/submissions-client.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessible, assertAccessibleInBoth, openBrowser, openWindow, settled, withChromium } from './browser.ts'

const reason = 'asked for by a test of the pages'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Gives the reason and sends the dialog that is open; it closes when the server agrees. */
const confirm = async (page: Page, submit: string): Promise<void> => {
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page).getByRole('button', { name: submit, exact: true }).click()
}

const confirmed = async (page: Page, submit: string): Promise<void> => {
  await confirm(page, submit)
  await dialog(page).waitFor({ state: 'detached' })
}

const record = async (page: Page, kind: string): Promise<void> => {
  await button(page, kind).click()
  await confirmed(page, 'Record')
}

const local = (at: number): string => iso(at).slice(0, 16)

describe('submissions', withChromium, () => {
  let probata: Probata
  let browser: Browser
  let client: SubmissionsClient
  let requirementId: string

  before(async () => {
    probata = await boot()
    browser = await openBrowser()
    client = await createSubmissionsClient(probata)
    requirementId = await client.requirement({ receiptsRequired: 2 }, { requirementKey: 'ROI', title: 'Register' })
  })

  after(async () => {
    await browser?.close()
    await probata?.[Symbol.asyncDispose]()
  })

  const accepted = async (key: string): Promise<void> => {
    const token = await probata.token('acme-scanner')
    const made = await probata.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput(key) })
    const cookie = await probata.signIn('reviewer@acme.example')
    const at = `/api/workspace/claims/${made.body.id}`
    const { body } = await probata.call('GET', at, { cookie })
    const approved = await probata.call('POST', `${at}/approve`, {
      cookie,
      body: { reason, reviewedDigest: body.reviewedDigest },
    })
    assert.equal(approved.status, 200, approved.text)
  }

  test('a contributor makes a package and puts accepted evidence into it; a key is taken once', async () => {
    await accepted('vault-7')
    await using window = await openWindow(browser, probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto('/submissions')
    await page.getByText('No packages yet').waitFor()
    await assertAccessibleInBoth(page, 'packages, empty')
    const fill = async () => {
      await button(page, 'New package').click()
      await dialog(page).getByLabel('Requirement').selectOption({ label: 'ROI · Register' })
      await dialog(page).getByLabel('Key').fill('ROI-2026')
      await dialog(page).getByLabel('Title').fill('Register of 2026')
      await dialog(page)
        .getByLabel('Due')
        .fill(local(probata.clock.now() + 3 * day))
    }
    await fill()
    await confirmed(page, 'Create')
    await page.getByRole('heading', { name: 'Register of 2026', level: 1 }).waitFor()
    await page.getByText('2 days left').waitFor()
    await page.getByText(/^Valid now: Reviewed, Approved, Submitted, Withdrawn, Closed\./).waitFor()
    assert.equal(await button(page, 'Submitted').count(), 0)

    await page.getByText('Nothing attached').waitFor()
    await button(page, 'Attach a claim').click()
    await dialog(page)
      .getByLabel(/^Search by key/)
      .fill('no such thing')
    await dialog(page).getByText('No accepted claim matches.').waitFor()
    await dialog(page)
      .getByLabel(/^Search by key/)
      .fill('vault-7')
    await dialog(page).getByRole('radio', { name: 'Backup report of last night' }).check()
    await confirmed(page, 'Attach a claim')
    const contents = page.getByRole('table', { name: 'Contents' })
    await contents.getByText('unchanged').waitFor()
    await page.getByText('Claim attached').waitFor()
    await button(page, 'Remove “Backup report of last night”').click()
    await confirmed(page, 'Remove')
    await page.getByText('Nothing attached').waitFor()
    await page.getByText('Claim removed').waitFor()

    await button(page, 'Change title or due date').click()
    await dialog(page).getByLabel('Title').fill('Register for 2026')
    await confirmed(page, 'Save')
    await page.getByRole('heading', { name: 'Register for 2026', level: 1 }).waitFor()

    await page.getByRole('link', { name: 'Packages' }).first().click()
    await page.getByRole('row').nth(1).waitFor()
    await fill()
    await confirm(page, 'Create')
    await dialog(page).getByRole('alert').getByText('The requirement has a package with this packageKey.').waitFor()
    await dialog(page)
      .getByText(/^Request id req_/)
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    assert.deepEqual(window.complaints, [])
  })

  test('a reviewer files it: returned once, submitted, two receipts, accepted; invalid events are explained', async () => {
    const id = await client.package(requirementId, {
      title: 'Quarterly register',
      dueAt: iso(probata.clock.now() + day),
    })
    await using window = await openWindow(browser, probata, { as: 'reviewer@acme.example' })
    const { page } = window
    await page.goto(`/submissions/packages/${id}`)
    await settled(page)
    assert.equal(await button(page, 'Receipt received').count(), 0, 'not valid in draft')
    await record(page, 'Reviewed')
    await button(page, 'Return to draft').click()
    await button(page, 'The contents are incomplete.').click()
    await dialog(page).getByRole('button', { name: 'Return to draft' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    const timeline = page.getByRole('list').filter({ hasText: 'Returned to draft' })
    await timeline.getByText('The contents are incomplete.').waitFor()
    await timeline.getByText('reviewer of acme').waitFor()

    await button(page, 'Submitted').click()
    await dialog(page).getByLabel('It happened earlier').check()
    await dialog(page)
      .getByLabel('When it happened')
      .fill(local(probata.clock.now() + day))
    await dialog(page).getByText('This is in the future.').waitFor()
    await dialog(page)
      .getByLabel('When it happened')
      .fill(local(probata.clock.now() - day))
    await dialog(page).getByLabel('Name 1').fill('channel')
    await dialog(page).getByLabel('Value 1').fill('portal')
    await assertAccessibleInBoth(page, 'record an event')
    await confirmed(page, 'Record')
    await timeline.getByText('backdated').waitFor()
    await timeline.getByText('Details').click()
    await timeline.getByText('portal').waitFor()

    await client.follow(id, 'receipt_received')
    await page.reload()
    await record(page, 'Receipt received')
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('accepted').waitFor()

    await client.follow(id, 'withdrawn')
    await button(page, 'Withdrawn').click()
    await confirm(page, 'Record')
    const alert = dialog(page).getByRole('alert')
    await alert.getByRole('row', { name: 'Status accepted withdrawn' }).waitFor()
    await alert.getByRole('button', { name: 'Make my change anyway' }).click()
    const refusal =
      'The package is withdrawn; withdrawn is not valid now. Valid: receipt_received, rejected, resubmitted, closed.'
    await alert.getByText(refusal).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    // What is valid was read again.
    await button(page, 'Withdrawn').waitFor({ state: 'detached' })
    await button(page, 'Receipt received').click()
    await dialog(page).getByText('JSON', { exact: true }).click()
    await dialog(page).getByRole('textbox', { name: 'JSON' }).fill('[]')
    await dialog(page).getByText('This is not a JSON object.').waitFor()
    await dialog(page).getByRole('textbox', { name: 'JSON' }).fill('{"ack": {"late": true}}')
    await confirmed(page, 'Record')
    await timeline.getByText('recorded, no effect').waitFor()
    await record(page, 'Closed')
    await page.getByText('This package is closed: nothing more can be recorded.').waitFor()
    await assertAccessibleInBoth(page, 'package')
    assert.equal((await client.get(id)).status, 'closed')
    assert.deepEqual(window.complaints, [])
  })

  test('a package that another tab withdrew is not closed from a dialog that was opened before', async () => {
    const id = await client.package(requirementId, { title: 'Decided elsewhere' })
    await using window = await openWindow(browser, probata, { as: 'reviewer@acme.example' })
    const { page, context } = window
    await page.goto(`/submissions/packages/${id}`)
    await button(page, 'Closed').click()
    const other = await context.newPage()
    await other.goto(`/submissions/packages/${id}`)
    await record(other, 'Withdrawn')

    // The page behind the dialog stays what was seen.
    await page.bringToFront()
    await confirm(page, 'Record')
    const alert = dialog(page).getByRole('alert')
    await alert.getByText('Last changed by reviewer of acme').waitFor()
    await alert.getByRole('row', { name: 'Status draft withdrawn' }).waitFor()
    await alert.getByRole('button', { name: 'Keep the current version' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('withdrawn').waitFor()
    assert.equal((await client.get(id)).status, 'withdrawn')
    assert.deepEqual(window.complaints, [])
  })

  test('an auditor finds packages in the list, by status and by due date, and changes nothing', async () => {
    const now = probata.clock.now()
    await client.package(requirementId, { title: 'Forgotten', dueAt: iso(now - 2 * day) })
    await client.package(requirementId, { title: 'In a year', dueAt: iso(now + 300 * day) })
    await using window = await openWindow(browser, probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/submissions?status=draft')
    await settled(page)
    await page.getByRole('table', { name: 'Packages' }).getByText('2 days late').waitFor()
    assert.equal(await button(page, 'New package').count(), 0)
    await page.getByLabel('Status', { exact: true }).selectOption('accepted')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByText('By due date').click()
    const group = (name: string) => page.getByRole('region', { name, exact: true })
    await group('Overdue').getByText('Forgotten').waitFor()
    await group('Later').getByText('In a year').waitFor()
    await group('Next 7 days').getByText('Register for 2026').waitFor()
    assert.equal(new URL(page.url()).search, '?view=due')
    await assertAccessibleInBoth(page, 'by due date')
    await page.getByText('By status').click()
    await group('closed').getByText('Quarterly register').waitFor()
    await page.getByText(/^Nothing in: reviewed, approved/).waitFor()
    await assertAccessibleInBoth(page, 'by status')
    await page.getByRole('link', { name: 'Forgotten' }).click()
    await page.getByText('2 days late').waitFor()
    await settled(page)
    for (const name of ['Reviewed', 'Change title or due date', 'Attach a claim', 'Return to draft'])
      assert.equal(await button(page, name).count(), 0, name)
    assert.deepEqual(window.complaints, [])
  })

  test('the calendar goes by months; its feed is shown once and revoked by an administrator', async () => {
    const due = new Date(probata.clock.now() + 70 * day)
    await client.package(requirementId, { title: 'Two months ahead', dueAt: due.toISOString() })
    await using window = await openWindow(browser, probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/submissions/calendar')
    await page.getByText('No calendar feeds').waitFor()
    const wanted = due.toISOString().slice(0, 7)
    while (!page.url().endsWith(wanted)) {
      const from = page.url()
      await button(page, 'Next month').click()
      await page.waitForURL(url => url.href !== from)
    }
    await page.getByRole('table').getByRole('link', { name: 'Two months ahead' }).waitFor()
    await assertAccessibleInBoth(page, 'calendar')
    await button(page, 'Subscribe').click()
    await dialog(page).getByLabel('Name').fill('Outlook of compliance')
    await confirm(page, 'Subscribe')
    await page.getByText('Shown only once').waitFor()
    const address = (await dialog(page).locator('code').textContent()) ?? ''
    await assertAccessibleInBoth(page, 'feed address')
    const path = new URL(address).pathname
    assert.match((await probata.call('GET', path)).text, /Two months ahead/)
    await button(page, 'I have stored it').click()
    await button(page, 'Revoke “Outlook of compliance”').click()
    await confirmed(page, 'Revoke')
    await page.getByText('No calendar feeds').waitFor()
    assert.equal((await probata.call('GET', path)).status, 404)
    assert.deepEqual(window.complaints, [])
  })

  test('requirements are made with a policy and go through their statuses', async () => {
    await using window = await openWindow(browser, probata, { as: 'admin@globex.example' })
    const { page } = window
    await page.goto('/submissions')
    await page.getByText('No requirement is active').waitFor()
    await page.getByRole('link', { name: 'Go to the requirements' }).click()
    await page.getByText('No submission requirements yet').waitFor()
    const create = async () => {
      await button(page, 'New requirement').click()
      await dialog(page).getByLabel('Key').fill('INC-01')
      await dialog(page).getByLabel('Title').fill('Major incident')
      await dialog(page).getByLabel('Kind').selectOption('incident_notification')
      await dialog(page).getByLabel('Receipts until it is accepted').fill('3')
      await dialog(page).getByLabel('Review required').check()
    }
    await create()
    await confirmed(page, 'Create')
    await page.getByRole('table').getByText('3 receipts, review').waitFor()
    await assertAccessibleInBoth(page, 'requirements')
    await create()
    await confirm(page, 'Create')
    await dialog(page).getByRole('alert').getByText('A requirement with this requirementKey exists').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Major incident' }).click()
    await page.getByRole('heading', { name: 'Major incident', level: 1 }).waitFor()
    const draft = page.getByRole('row', { name: /^draft/ })
    assert.equal(await draft.getByText('submitted').count(), 0, 'not past the review')
    await button(page, 'Change').click()
    await dialog(page).getByLabel('Review required').uncheck()
    await confirmed(page, 'Save')
    await draft.getByText('submitted').waitFor()
    for (const [name, left] of [
      ['Activate', 'Retire'],
      ['Retire', 'Archive'],
      ['Archive', undefined],
    ] as const) {
      await button(page, name).click()
      await confirmed(page, name)
      if (left) await button(page, left).waitFor()
    }
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('archived').waitFor()
    await assertAccessibleInBoth(page, 'requirement')
    await page.goto('/submissions/requirements?status=active')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.goto('/submissions/packages/subpkg_00000000000000000000000000')
    await page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor()
    assert.deepEqual(window.complaints, [])
  })

  test('on a phone, in German, nothing is wider than the window', async () => {
    await using window = await openWindow(browser, probata, {
      as: 'reviewer@acme.example',
      phone: true,
      language: 'de',
    })
    const { page } = window
    const { submissionPackages } = await client.must(200, 'GET', '/packages?limit=1')
    for (const path of [
      '/submissions',
      '/submissions?view=due',
      '/submissions/calendar',
      '/submissions/requirements',
      `/submissions/requirements/${requirementId}`,
      `/submissions/packages/${submissionPackages[0].id}`,
    ]) {
      await page.goto(path)
      await settled(page)
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.ok(Number(wide) <= 0, `${path} is ${wide} px too wide`)
      await assertAccessible(page, `${path}, phone`)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/phone${path.replaceAll(/[^a-z]/g, '-')}.png` })
    }
    assert.deepEqual(window.complaints, [])
  })
})
