import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { day, minute } from '#lib/clock.ts'
import { type Proof, prover, textFile } from '#test/proof.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessible, assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { choose } from './choose.ts'
import { fillReasonIfAsked } from './dialogs.ts'
import { pdf, png } from './files.ts'

const takeScreenshot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `/tmp/s3/evidence-${name}.png`, fullPage: true })
}

describe('evidence', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: WorkspaceClient
  let claim: string
  let requirement: string

  before(async () => {
    probata = resources.use(await boot())
    client = createWorkspaceClient(probata)
    const { requirements } = await client.get('admin', '/evidence-requirements?status=active')
    requirement = requirements[0].id
    const accepted = await client.claim('vault-1', { title: 'Backup of vault 1', evidenceRequirementId: requirement })
    await client.decide(accepted, 'approve')
    probata.clock.advance(20 * day)
    claim = await client.claim('vault-2', { title: 'Backup of vault 2', evidenceRequirementId: requirement })
    await client.claim('vault-3', { title: 'Backup of vault 3' })
    const token = await probata.token('acme-scanner')
    const { attach } = prover(probata, () => token)
    const files: readonly Proof[] = [
      textFile('restored 40 of 40 files\n', 'restore.txt'),
      { name: 'screen.png', type: 'image/png', bytes: png() },
      { name: 'report.pdf', type: 'application/pdf', bytes: pdf('Backup report', { pages: 2 }) },
      textFile('<script>window.__ran = 1</script>', 'odd.txt'),
    ]
    for (const file of files) await attach(claim, file)
  })

  test('the sign-in leads to the requested page with its filters', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    await page.goto('/evidence/claims?status=submitted')
    await page.getByLabel('E-mail address').fill('auditor@acme.example')
    await page.getByLabel(/^Password/).fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
    await page.getByLabel(/^Password/).fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Claims', level: 1 }).waitFor()
    assert.match(page.url(), /\/evidence\/claims\?status=submitted$/)
    await waitUntilSettled(page)
    assert.equal(await page.getByRole('table', { name: 'Claims' }).getByRole('row').count(), 3)
    assert.equal(await page.getByRole('link', { name: 'New claim' }).count(), 0)
    await page.getByLabel('Status').selectOption('rejected')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByRole('row').nth(3).waitFor()

    await page.getByRole('combobox', { name: 'Requirement' }).fill('nightly')
    await page.getByRole('option', { name: /Nightly backup/ }).click()
    await page.getByRole('row').nth(3).waitFor({ state: 'detached' })
    assert.match(page.url(), /evidenceRequirementId=ger_/)
    await page.getByLabel('Key').fill('vault-1')
    await page.getByLabel('Key').press('Enter')
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Backup of vault 1' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a reviewer sees their own claims with "me"', async () => {
    await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
    const { page } = window
    await page.goto('/evidence/claims')
    await choose(page, 'Reviewer', 'Me')
    await waitUntilSettled(page)
    assert.match(page.url(), /assigneeId=me/)
    const { person } = await client.get('reviewer', '/session')
    const ownClaims = await client.get('reviewer', `/claims?assigneeId=${person.id}`)
    await page.getByRole('row').nth(ownClaims.claims.length).waitFor()
    assert.equal(await page.getByRole('row').count(), ownClaims.claims.length + 1)
    assert.deepEqual(window.pageErrors, [])
  })

  test('a reviewer reads a claim, checks and previews its files safely, and decides it', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/evidence/claims/${claim}`)
    await page.getByRole('heading', { name: 'Backup of vault 2', level: 1 }).waitFor()
    await page.getByText(/^Waiting since .* review/).waitFor()
    await page.getByRole('link', { name: 'BKP-01 · Nightly backup' }).waitFor()
    await page.getByText('vault-3').first().waitFor()
    await page.getByText('logged the claim').waitFor()

    const file = (name: string) => page.getByRole('listitem', { name })
    await file('restore.txt').getByRole('button', { name: 'Preview' }).click()
    await file('restore.txt').getByText('restored 40 of 40 files').waitFor()
    await file('restore.txt').getByText('matches').waitFor()
    await file('screen.png').getByRole('button', { name: 'Preview' }).click()
    const picture = file('screen.png').getByRole('img', { name: 'screen.png' })
    await picture.waitFor()
    assert.match((await picture.getAttribute('src')) ?? '', /^blob:/)
    await file('report.pdf').getByRole('button', { name: 'Preview' }).click()
    await file('report.pdf').getByText('2 pages of 2').waitFor()
    assert.equal(await page.frameLocator('iframe').locator('canvas').count(), 2)
    await takeScreenshot(page, 'claim')
    await assertAccessible(page, 'claim with a PDF')
    await file('odd.txt').getByRole('button', { name: 'Preview' }).click()
    await file('odd.txt').getByText('This file is not shown here').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      file('odd.txt').getByRole('button', { name: 'Download' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'odd.txt')

    await page.getByRole('button', { name: 'Accept' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept the claim' })
    await dialog.getByRole('button', { name: /Complete and plausible/ }).click()
    await client.attach(claim, 'one more file')
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('Look again before you decide').waitFor()
    await page.getByText('The claim or its attachments changed since you read them').waitFor()
    await page.getByRole('button', { name: 'Show the current claim' }).click()
    await file('report.txt').waitFor()
    await page.getByRole('button', { name: 'Accept' }).click()
    await dialog.getByRole('button', { name: /Complete and plausible/ }).click()
    await assertAccessible(page, 'decision dialog')
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('accepted the claim').waitFor()
    await page.getByText(/^Accepted by admin of acme on .*; valid until/).waitFor()
    const history = page.getByRole('region', { name: 'History' })
    for (const name of ['restore.txt', 'screen.png']) await history.getByText(name).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' })
    assert.deepEqual(window.pageErrors, [])
  })

  test('a missing file is requested once, even if the page stays open', async () => {
    const claimId = await client.claim('lost-1', { title: 'Backup of vault 5' })
    await client.attach(claimId, 'no one reads this again')
    const [attachmentRow] = await probata.sql(
      `select organization_id, blob_key from artifact join attachment_link link using (organization_id)
        where link.artifact_id = artifact.id and link.claim_id = $1`,
      [claimId],
    )
    const leftover = { key: String(attachmentRow?.blob_key), place: null, uploadId: null }
    await probata.system.services.blobs.remove(String(attachmentRow?.organization_id), leftover)
    const missingEvents = () => probata.sql(`select from security_event where type = 'storageOperationsObjectMissing'`)

    await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
    const { page } = window
    await page.clock.install()
    await page.goto(`/evidence/claims/${claimId}`)
    const file = page.getByRole('listitem', { name: 'report.txt' })
    await file.getByRole('button', { name: 'Preview' }).click()
    await file.getByRole('alert').getByText('The stored file is missing').waitFor()
    assert.equal(await file.getByRole('button', { name: 'Try again' }).count(), 0)
    await page.clock.runFor(10 * minute)
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
    await page.clock.runFor(10 * minute)
    await waitUntilSettled(page)
    assert.equal((await missingEvents()).length, 1)
    assert.deepEqual(window.pageErrors, [])
  })

  test('the freshness table leads to a requirement, which is edited, retired and reactivated', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/evidence')
    await waitUntilSettled(page)
    const freshnessTable = page.getByRole('table', { name: 'Freshness' })
    await freshnessTable
      .getByRole('row', { name: /BKP-01/ })
      .getByText(/days left/)
      .waitFor()
    await freshnessTable.getByRole('link', { name: 'BKP-01 Nightly backup' }).click()
    await page.getByText(/^Proven until/).waitFor()
    assert.match(
      (await page.getByRole('link', { name: 'Add proof' }).getAttribute('href')) ?? '',
      /evidenceRequirementId=ger_/,
    )
    await page.goto('/evidence')
    await freshnessTable.getByRole('link', { name: 'Add proof: BKP-01' }).waitFor()
    await page.getByLabel('State').selectOption('stale')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()

    await page.getByRole('button', { name: 'New requirement' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Key').fill('BKP-01')
    await dialog.getByLabel('Title').fill('Access review')
    await choose(dialog, 'Owner', 'second reviewer of acme')
    await fillReasonIfAsked(dialog, 'requested by the supervisor')
    await assertAccessible(page, 'new requirement')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('alert').getByText('A requirement with this requirementKey already exists').waitFor()
    await dialog.getByLabel('Key').fill('ACC-01')
    await dialog.getByLabel(/Activate now/).check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Access review', level: 1 }).waitFor()
    await page.getByText('Owner: second reviewer of acme').waitFor()
    await page.getByText('No claims for this requirement yet').waitFor()

    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Validity in days').fill('90')
    assert.equal(await dialog.getByLabel('Reason').count(), 0)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.getByText('90 days').waitFor()
    await page.getByRole('button', { name: 'Retire' }).click()
    await fillReasonIfAsked(dialog, 'replaced by another requirement')
    await dialog.getByRole('button', { name: 'Retire' }).click()
    await page.getByRole('button', { name: 'Activate' }).waitFor()
    await page.goto('/evidence?view=catalogue&status=retired')
    await page.getByRole('link', { name: 'ACC-01 Access review' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test("two tabs change one requirement: the second sees the first tab's change, and decides", async () => {
    const newRequirement = { requirementKey: 'TWO-TABS', title: 'Access review', description: 'Twice a year' }
    const { body } = await client.ask('admin', 'POST', '/evidence-requirements', newRequirement)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page, context } = window
    const other = await context.newPage()
    const dialogOf = (tab: Page) => tab.getByRole('dialog')
    for (const tab of [page, other]) {
      await tab.goto(`/evidence/requirements/${body.id}`)
      await tab.getByRole('button', { name: 'Edit' }).click()
      await fillReasonIfAsked(dialogOf(tab), 'agreed in the control forum')
    }
    await dialogOf(other).getByLabel('Title').fill('Access review of the first')
    await dialogOf(other).getByLabel('Description').fill('Four times a year')
    await dialogOf(other).getByRole('button', { name: 'Save' }).click()
    await dialogOf(other).waitFor({ state: 'detached' })

    await page.bringToFront()
    await dialogOf(page).getByLabel('Title').fill('Access review of the second')
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    const alert = dialogOf(page).getByRole('alert')
    await alert.getByText('Someone changed this in the meantime').waitFor()
    await alert.getByText('Last changed by admin of acme').waitFor()
    await alert.getByRole('row', { name: 'Title Access review Access review of the first' }).waitFor()
    await alert.getByRole('row', { name: 'Description Twice a year Four times a year' }).waitFor()
    await assertAccessibleInBoth(page, 'changed meanwhile', '[role=dialog]')
    await alert.getByRole('button', { name: 'Make my change anyway' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Access review of the second', level: 1 }).waitFor()
    const { title, description } = await client.get('admin', `/evidence-requirements/${body.id}`)
    assert.deepEqual([title, description], ['Access review of the second', 'Four times a year'])
    assert.deepEqual(window.pageErrors, [])
  })

  test('the person who logged a claim sees why another person decides; an unknown claim is not found', async () => {
    const { body } = await client.ask('admin', 'POST', '/claims', {
      claimKey: 'own-1',
      title: 'My own claim',
      subjectModuleKey: 'controls',
      subjectResourceType: 'control',
      subjectResourceId: 'CTL-7',
      sourceModuleKey: 'controls',
      sourceResourceType: 'control',
      sourceResourceId: 'CTL-7',
    })
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/evidence/claims/${body.id}`)
    await page.getByText('You had a hand in this claim').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Accept' }).count(), 0)
    await page.getByRole('button', { name: 'Assign to another reviewer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reviewer').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Add a reason' }).click()
    await dialog.getByRole('button', { name: /knows this subject better/ }).click()
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await page.getByText('assigned the claim to a reviewer').waitFor()
    await page.goto('/evidence/claims/gec_01JZ8Q4D3N6V0M2K5T7W9Y1B4C')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
