import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { day, hour, iso } from '#lib/clock.ts'
import { createRooms, type Rooms } from '#test/rooms.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { button, dialogOf, fillReasonIfAsked, localTime, openAndSubmit, reason } from './dialogs.ts'

describe('assessment rooms', withChromium, () => {
  const resources = suiteResources()
  let p: Probata
  let rooms: Rooms

  before(async () => {
    p = resources.use(await boot())
    rooms = await createRooms(p)
  })

  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

  /** Opens the room on the page of an assessment and invites a guest; returns the guest's link. */
  const inviteByPage = async (id: string): Promise<string> => {
    await using window = await openWindow(p, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/governance/assessments/${id}`)
    await page.getByText('No room yet').waitFor()
    await assertAccessibleInBoth(page, 'an assessment without a room')
    await openAndSubmit(page, 'Open the room')
    await page.getByText(/^1 clause, no controls,? and 1 claim$/).waitFor()
    await button(page, 'Invite').click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Gerda Guest')
    await dialog.getByLabel('E-mail').fill('gerda@audit.example')
    await dialog.getByLabel('Ends').fill(localTime(p.clock.now() + 30 * day))
    await fillReasonIfAsked(dialog, reason)
    await assertAccessibleInBoth(page, 'inviting a guest', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    const link = page.getByText(/\/room#/)
    const text = (await link.textContent()) ?? ''
    await button(page, 'I have stored it').click()
    await page.getByRole('table', { name: 'Guests' }).getByText('Gerda Guest').waitFor()
    assert.deepEqual(window.pageErrors, [])
    return text.trim()
  }

  test('a guest enters by link, opens a claim and its file, marks it, sends a request, and concludes', async () => {
    const { id, claimId } = await rooms.external()
    const url = await inviteByPage(id)
    await using window = await openWindow(p)
    const { page } = window
    await page.goto(url)
    await assertAccessibleInBoth(page, 'the entrance of a room')
    await button(page, 'Enter').click()
    await page.getByRole('heading', { level: 1, name: 'acme Bank: An assessment' }).waitFor()
    assert.equal(new URL(page.url()).hash, '')
    await page.getByText('The claim has no mark yet.').waitFor()
    await assertAccessibleInBoth(page, 'a room')
    await link(page, 'Start with the first claim').click()
    await page.locator('h1:focus').getByText('Backup report of last night').waitFor()
    await page.getByText('reviewer of acme').waitFor()
    await link(page, 'Open report.txt').click()
    await page.getByText('matches its digest').waitFor()
    await page.getByText(`the file of ${claimId}`).waitFor()
    assert.match(page.url(), /\/room\/items\/gec_\w+\/files\/art_\w+$/)
    await assertAccessibleInBoth(page, 'a frozen claim')
    await page.getByLabel('Text').fill('Which night was it?')
    await button(page, 'Send').click()
    await page.getByText('Which night was it?').last().waitFor()
    const openings = await p.sql(`select id from audit_event where action = 'room.item.open' and resource_id = $1`, [
      claimId,
    ])
    assert.equal(openings.length, 1)
    await page.getByLabel('Your reference').fill('A-17')
    await button(page, 'Accept').click()
    await page.getByText('Accepted for the audit').first().waitFor()
    await page.getByRole('treeitem', { name: /Backup report.*Accepted/ }).waitFor()
    await page.getByRole('link', { name: 'Conclude', exact: true }).click()
    await page.getByRole('textbox', { name: 'Conclusion' }).fill('Nothing was found.')
    await assertAccessibleInBoth(page, 'concluding an audit')
    await button(page, 'Conclude the audit').click()
    await page.getByText('Concluded by').waitFor()
    await page.reload()
    await page.getByText('Concluded by').waitFor()
    await button(page, 'Leave').click()
    await page.getByText(/You have left the room/).waitFor()
    assert.deepEqual(window.pageErrors, [])

    await using inside = await openWindow(p, { as: 'reviewer@acme.example' })
    await inside.page.goto(`/governance/assessments/${id}`)
    const marks = inside.page.getByRole('table', { name: 'Marks' })
    await marks.getByText('A-17').waitFor()
    await assertAccessibleInBoth(inside.page, 'an assessment with a concluded room')
    assert.deepEqual(inside.pageErrors, [])
  })

  test('the workspace answers a request with a claim, which the guest then sees on a phone and in German', async () => {
    const { id } = await rooms.external()
    await rooms.open(id)
    const guest = await rooms.invite(id)
    await guest.must(201, 'POST', '/entries', { kind: 'request', text: 'Bitte zeigen Sie den Wiederherstellungstest.' })
    {
      await using window = await openWindow(p, { as: 'contributor@acme.example' })
      const { page } = window
      await page.goto('/my-work')
      await page
        .getByRole('region', { name: 'Answer an external auditor' })
        .getByText('1 request without an answer')
        .waitFor()
      await page.goto(`/governance/assessments/${id}`)
      await waitUntilSettled(page)
      await page.getByText('Bitte zeigen Sie').first().waitFor()
      await page
        .locator('section', { hasText: 'Comments and requests' })
        .getByRole('button', { name: 'Answer', exact: true })
        .last()
        .click()
      const dialog = dialogOf(page)
      await dialog.getByLabel('Answer').fill('Hier ist er.')
      await dialog.getByLabel('Claims to add').click()
      await page.getByRole('option', { name: /OTHER/ }).first().click()
      await page.keyboard.press('Tab')
      await fillReasonIfAsked(dialog, reason)
      await dialog.getByRole('button', { name: 'Answer', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Hier ist er.').waitFor()
      assert.deepEqual(window.pageErrors, [])
    }
    await using window = await openWindow(p, { phone: true, language: 'de-DE' })
    const { page } = window
    await page.goto(`/room#${guest.token}`)
    await button(page, 'Eintreten').click()
    await page.getByRole('treeitem', { name: 'Ohne Abschnitt' }).click()
    await assertAccessibleInBoth(page, 'a room on a phone')
    await page.getByRole('treeitem', { name: /OTHER/ }).click()
    await page.getByText('akzeptiert', { exact: true }).waitFor()
    await page.getByText('reviewer of acme').waitFor()
    await assertAccessibleInBoth(page, 'a frozen claim on a phone')
    await page.getByRole('link', { name: 'Fragen' }).click()
    await page.getByText('Hier ist er.').waitFor()
    await assertAccessibleInBoth(page, 'the questions of a room on a phone')
    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
    assert.equal(isTooWide, false)
    assert.deepEqual(window.pageErrors, [])
  })

  test("a bundle is requested on the assessment's page, and downloaded in the room", async () => {
    const { id } = await rooms.external()
    await rooms.open(id)
    const guest = await rooms.invite(id)
    await using window = await openWindow(p)
    const { page } = window
    await page.goto(`/room#${guest.token}`)
    await button(page, 'Enter').click()
    await page.getByRole('link', { name: 'Bundle', exact: true }).click()
    await page.getByText('No bundle yet').waitFor()
    await assertAccessibleInBoth(page, 'a room without a bundle')
    {
      await using inside = await openWindow(p, { as: 'admin@acme.example' })
      await inside.page.goto(`/governance/assessments/${id}`)
      await openAndSubmit(inside.page, 'Prepare a bundle')
      await inside.page.getByRole('heading', { level: 1, name: /^Room of .+/ }).waitFor()
      await assertAccessibleInBoth(inside.page, 'the export of a room')
      assert.deepEqual(inside.pageErrors, [])
    }
    for (const job of ['seal-ledger', 'prepare-exports']) await p.system.runJob(job)
    await page.reload()
    const downloadLink = page.getByRole('link', { name: 'Download the bundle' })
    await downloadLink.waitFor()
    await assertAccessibleInBoth(page, 'the bundle of a room')
    const [download] = await Promise.all([page.waitForEvent('download'), downloadLink.click()])
    assert.match(download.suggestedFilename(), /^gee_\w+\.asice$/)
    assert.deepEqual(window.pageErrors, [])
  })

  test('a claim that was frozen again must be opened again before it is marked', async () => {
    const { id } = await rooms.external({ validUntil: iso(p.clock.now() + hour) })
    await rooms.open(id)
    const guest = await rooms.invite(id)
    await using window = await openWindow(p)
    const { page } = window
    await page.goto(`/room#${guest.token}`)
    await button(page, 'Enter').click()
    await link(page, 'Start with the first claim').click()
    await page.getByText('Source snapshot').waitFor()
    p.clock.advance(2 * hour)
    await p.system.runJob('expire-claims')
    await rooms.must('admin', 200, 'POST', `/assessments/${id}/room/refresh`)
    await button(page, 'Accept').click()
    await page.getByText(/changed since you opened it/).waitFor()
    await assertAccessibleInBoth(page, 'a mark that was refused')
    await button(page, 'Open it again').click()
    await page.getByText('expired').first().waitFor()
    await button(page, 'Accept').click()
    await page.getByText('Accepted for the audit').first().waitFor()
    const { room } = await guest.must(200, 'GET', '/scope')
    await guest.must(200, 'POST', '/conclude', { conclusion: 'Done elsewhere.', scopeDigest: room.scopeDigest })
    await button(page, 'Accept').click()
    await page.getByText(/The audit was concluded, so its room/).waitFor()
    await button(page, 'Accept').waitFor({ state: 'detached' })
    assert.equal(await button(page, 'Open it again').count(), 0)
  })

  test('a revoked link says so, and a page without a link asks for one', async () => {
    const { id } = await rooms.external()
    await rooms.open(id)
    const guest = await rooms.invite(id)
    await rooms.must('admin', 204, 'DELETE', `/assessments/${id}/room/guests/${guest.id}`)
    await using window = await openWindow(p)
    const { page } = window
    await page.goto(`/room#${guest.token}`)
    await button(page, 'Enter').click()
    await page.getByText('The link is unknown, has ended or was revoked').waitFor()
    await page.goto('/sign-in')
    await page.goto('/room')
    await page.getByText('Open the link that you were sent.').waitFor()
    await assertAccessibleInBoth(page, 'a closed room')
  })

  test('an entry without a response is sent again, once; a guest without a session can still leave', async () => {
    const { id } = await rooms.external()
    await rooms.open(id)
    const guest = await rooms.invite(id)
    await using window = await openWindow(p)
    const { page } = window
    await page.goto(`/room#${guest.token}`)
    await button(page, 'Enter').click()
    await page.getByRole('link', { name: 'Questions', exact: true }).click()
    let answers = 0
    await page.route('**/api/room/entries', async route => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      return answers++ === 0 ? route.abort() : route.fulfill({ response })
    })
    await page.getByLabel('Text').fill('Sent once.')
    await button(page, 'Send').click()
    await until('it was sent again', () => answers === 2)
    await waitUntilSettled(page)
    const { entries } = await guest.must(200, 'GET', '/entries')
    assert.equal(entries.length, 1)
    await rooms.must('admin', 204, 'DELETE', `/assessments/${id}/room/guests/${guest.id}`)
    await button(page, 'Leave').click()
    await page.getByText(/You have left the room/).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
