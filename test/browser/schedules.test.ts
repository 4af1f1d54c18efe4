import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createSubmissionsClient, type SubmissionsClient } from '#test/submissions/submissions-client.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { button, dialogOf, submitWithReason } from './dialogs.ts'

const job = 'create-scheduled-packages'

describe('schedules of submission requirements', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: SubmissionsClient

  before(async () => {
    probata = resources.use(await boot())
    client = await createSubmissionsClient(probata)
    await client.must(200, 'PATCH', '/settings', { timeZone: 'Europe/Berlin', holidayPlace: 'DE-BY' })
  })

  test('an administrator sets a schedule after seeing its due dates; the package explains its own', async () => {
    const requirementId = await client.requirement({}, { title: 'Quarterly figures' })
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/submissions/requirements/${requirementId}`)
    await button(page, 'Set a schedule').click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Packages').selectOption('quarter')
    await dialog.getByLabel(/^Create the package this many days/).fill('100')
    await button(page, 'Show the next due dates').click()
    const preview = dialog.getByRole('status').filter({ hasText: 'The next due dates' })
    await preview
      .getByRole('button', { name: /-Q\d: / })
      .nth(3)
      .waitFor()
    await preview
      .getByRole('button', { name: /-Q\d: / })
      .first()
      .click()
    await preview.getByText('The period is 30 working days.').first().waitFor()
    await submitWithReason(page, 'Save the schedule')
    await page.getByText('30 working days').waitFor()
    await probata.system.runJob(job)
    await page.reload()
    await page.getByRole('table', { name: 'Packages of the schedule' }).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'How the due date was computed' }).waitFor()
    await page.getByText('Computed with the holidays of DE-BY, date-holidays 3.37.0').waitFor()
    await waitUntilSettled(page)
    await assertAccessibleInBoth(page, 'package of a schedule')

    await client.must(200, 'PATCH', `/submission-requirements/${requirementId}`, {
      schedule: { every: 'quarter', due: { count: 10, unit: 'workingDays' }, leadDays: 100 },
    })
    await page.goto('/submissions/requirements')
    const differing = page.getByRole('table', { name: 'Due dates that would differ now' })
    await waitUntilSettled(page)
    await assertAccessibleInBoth(page, 'due dates that would differ')
    await differing
      .getByRole('link', { name: /^Quarterly figures / })
      .first()
      .click()
    await page.getByText(/^The schedule computes another due date now: /).waitFor()
    await button(page, 'Apply the due date').click()
    await submitWithReason(page, 'Apply the due date')
    await page.getByText(/^The schedule computes another due date now: /).waitFor({ state: 'detached' })
    assert.deepEqual(window.pageErrors, [])
  })

  test('a contributor records an incident; the page says what each report waits for, also in German', async () => {
    const schedule = {
      every: 'occurrence',
      rule: 'dora',
      filings: ['initialNotification', 'intermediateReport', 'finalReport'],
      entities: ['creditInstitution'],
    }
    const requirementId = await client.requirement({}, { title: 'Major incidents', schedule })
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(`/submissions/requirements/${requirementId}`)
    await button(page, 'Record an event').click()
    await dialogOf(page).getByLabel('Event').fill('Outage of payments')
    await dialogOf(page).getByLabel('Became aware').fill('2026-01-05T10:20')
    await dialogOf(page).getByLabel('Classified').fill('2026-01-05T12:10')
    await submitWithReason(page, 'Record an event')
    const table = page.getByRole('table', { name: 'Events' })
    await table.getByRole('link', { name: 'Initial notification' }).waitFor()
    await table.getByText('Intermediate report: waits for: Initial notification sent').waitFor()
    await assertAccessibleInBoth(page, 'requirement with events')
    assert.deepEqual(window.pageErrors, [])
  })
})
