import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { minute } from '#lib/clock.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { button, dialogOf } from './dialogs.ts'

const ownClaim = {
  claimKey: 'own-1',
  title: 'Logged by the administrator',
  subjectModuleKey: 'controls',
  subjectResourceType: 'control',
  subjectResourceId: 'CTL-7',
  sourceModuleKey: 'controls',
  sourceResourceType: 'control',
  sourceResourceId: 'CTL-7',
}

describe('actions on many records', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: WorkspaceClient
  let ids: readonly string[]

  before(async () => {
    probata = resources.use(await boot())
    client = createWorkspaceClient(probata)
    const created: string[] = []
    for (let i = 1; i <= 6; i += 1) {
      created.push(await client.claim(`night-${i}`, { title: `Backup of night ${i}` }))
      probata.clock.advance(minute)
    }
    ids = created
    assert.equal((await client.ask('admin', 'POST', '/claims', ownClaim)).status, 201)
  })

  const openClaims = async (page: Page): Promise<void> => {
    await page.goto('/evidence/claims?sort=title')
    await page.getByLabel('Select Backup of night 1').waitFor()
  }
  const box = (page: Page, name: string) => page.getByLabel(`Select ${name}`, { exact: true })
  const selected = (page: Page) =>
    page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('tbody .row-check:checked')].map(box => box.getAttribute('aria-label'))`,
    )
  const nights = (...numbers: readonly number[]) => numbers.map(number => `Select Backup of night ${number}`)

  test('rows are selected by keyboard and by mouse', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await openClaims(page)
    await box(page, 'Backup of night 2').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    assert.deepEqual(await selected(page), nights(2, 3, 4))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    assert.deepEqual(await selected(page), nights(2, 4))
    await page.keyboard.press('Control+a')
    assert.equal((await selected(page)).length, 7)
    await page.getByText('7 selected').waitFor()
    await assertAccessibleInBoth(page, 'a list with selected rows')
    await page.keyboard.press('Escape')
    assert.deepEqual(await selected(page), [])
    await box(page, 'Backup of night 1').click()
    await box(page, 'Backup of night 4').click({ modifiers: ['Shift'] })
    assert.deepEqual(await selected(page), nights(1, 2, 3, 4))
    // When a title has the focus, the arrow keys move the focus to other titles.
    await page.getByRole('link', { name: 'Backup of night 1' }).focus()
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Backup of night 2')
    assert.deepEqual(window.pageErrors, [])
  })

  test('claims are accepted together, each bound to what was shown; refusals are named', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/evidence/claims/${ids[0]}`)
    await page.getByRole('heading', { name: 'Backup of night 1' }).waitFor()
    await openClaims(page)
    await box(page, 'Backup of night 1').focus()
    await page.keyboard.press('Control+a')
    await page.getByRole('region', { name: 'Actions on the selection' }).getByRole('button', { name: 'Accept' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('Applies to 6 records. 1 is left out; the list says why.').waitFor()
    await dialog.getByText('Left out: you had a hand in it').waitFor()
    const records = dialog.getByRole('list', { name: 'Selected records' }).getByRole('listitem')
    assert.equal(await records.count(), 7)
    assert.equal(await dialog.getByText('You have not opened this claim in this browser.').count(), 5)
    assert.match(await records.filter({ hasText: 'Backup of night 1' }).innerText(), /no files · by scanner/)
    await assertAccessibleInBoth(page, 'the dialog of a decision on many claims', '[role=dialog]')

    // One claim changes after it was shown, and another reviewer decides a second one.
    await client.attach(ids[2] ?? '', 'a file that the reviewer has not seen')
    await client.decide(ids[4] ?? '', 'reject')
    await dialog.getByLabel(/^Reason/).fill('Checked against the backup server.')
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await dialog.getByText('Confirm the box above first.').waitFor()
    await dialog.getByLabel('I decide on 5 claims with a warning above.').check()
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    const result = page
      .getByRole('region', { name: 'Accept 7 claims' })
      .or(page.getByRole('region', { name: 'Accept 6 claims' }))
    await result.getByText('4 of 6 done. 2 refused:').waitFor()
    const refused = result.getByRole('listitem')
    assert.equal(await refused.filter({ hasText: 'Backup of night 3' }).count(), 1)
    assert.equal(await refused.filter({ hasText: 'Backup of night 5' }).count(), 1)
    await assertAccessibleInBoth(page, 'the result of a decision on many claims')
    // The claims that the server rejected stay selected, and the result stays until the user closes it.
    assert.deepEqual(await selected(page), nights(3, 5))
    await page.getByLabel('Status').selectOption('accepted')
    await page.getByLabel('Select Backup of night 3').waitFor({ state: 'detached' })
    await result.getByText('4 of 6 done.').waitFor()
    await button(page, 'Close this result').click()
    await result.waitFor({ state: 'detached' })

    const statuses = await Promise.all(ids.map(async id => (await client.get('admin', `/claims/${id}`)).status))
    assert.deepEqual(statuses, ['accepted', 'accepted', 'submitted', 'accepted', 'rejected', 'accepted'])
    const reasonOf = async (id: string | undefined) => (await client.get('admin', `/claims/${id}`)).decision.reason
    assert.match(
      await reasonOf(ids[0]),
      /^Checked against the backup server\. \[Decided in the list of claims, together with 5 others\.\]$/,
    )
    assert.match(await reasonOf(ids[1]), /together with 5 others, without opening this one before\.\]$/)
    assert.deepEqual(window.pageErrors, [])
  })

  test('an action on many records stops when the person cancels it, and says what was not sent', async () => {
    for (let i = 1; i <= 30; i += 1) await client.claim(`week-${i}`, { title: `Week ${i}` })
    await using window = await openWindow(probata, { as: 'admin@acme.example', language: 'de-DE' })
    const { page } = window
    await page.goto('/evidence/claims?status=submitted&sort=title')
    await page.getByLabel('Week 1 auswählen', { exact: true }).focus()
    await page.keyboard.press('Control+a')
    let release = () => {}
    const released = new Promise<void>(resolve => (release = resolve))
    await page.route('**/reject', async route => {
      await released
      await route.continue()
    })
    await button(page, 'Ablehnen').click()
    const dialog = dialogOf(page)
    await dialog.getByText(/^Gilt für 31 Einträge\./).waitFor()
    await dialog.getByLabel(/^Begründung/).fill('Der Zeitraum passt nicht.')
    await dialog.getByLabel(/^Ich entscheide über/).check()
    await dialog.getByRole('button', { name: 'Ablehnen', exact: true }).click()
    await button(page, 'Anhalten').click()
    release()
    await page.getByText(/^6 von 31 erledigt\. 25 wurden nicht gesendet/).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
