import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createPolicies, type Policies } from '#test/policies.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { button, dialogOf, submitWithReason } from './dialogs.ts'

describe('lists in the pages of records, and actions on many findings and risks', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let acme: Policies

  before(async () => {
    probata = resources.use(await boot())
    acme = await createPolicies(probata)
    await probata.system.runJob('seal-ledger')
    await probata.system.runJob('index-records')
  })

  test('who has not acknowledged is one filter, and a person is found by name', async () => {
    const { id } = await acme.campaign()
    assert.equal((await acme.read('reviewer', id)).status, 201)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/governance/policy-campaigns/${id}`)
    const table = page.getByRole('table', { name: 'People asked' })
    await table.getByText('second reviewer of acme').waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('outstanding')
    await page.waitForURL(/standing=outstanding/)
    await page.getByText('4 records').waitFor()
    await page.getByRole('searchbox', { name: 'Search in People asked' }).fill('second')
    await page.getByText('1 record').waitFor()
    await assertAccessibleInBoth(page, 'the people of a campaign')
    await page.reload()
    await page.getByText('1 record').waitFor()
    await table.getByText('second reviewer of acme').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('findings are invalidated together; those that cannot be are named', async () => {
    const subject = { subjectModuleKey: 'assets', subjectResourceType: 'host', subjectResourceId: 'gateway-1' }
    const [first] = await Promise.all(
      ['Open port', 'Old cipher', 'Weak key'].map(async title => {
        const { id } = await acme.must('contributor', 201, 'POST', '/findings', { title, severity: 'low', ...subject })
        return id
      }),
    )
    await acme.must('reviewer', 200, 'POST', `/findings/${first}/invalidate`)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/governance/findings?sort=title')
    for (const title of ['Old cipher', 'Open port', 'Weak key']) await page.getByLabel(`Select ${title}`).click()
    await button(page, 'Mark as false positive').click()
    await dialogOf(page).getByText('Applies to 2 records.').waitFor()
    await dialogOf(page).getByText('Left out: Its status does not allow it.').waitFor()
    await assertAccessibleInBoth(page, 'invalidating many findings', '[role=dialog]')
    await submitWithReason(page, 'Mark as false positive')
    await page.getByText('2 of 2 done.').waitFor()
    const { findings } = await acme.client.get('admin', '/findings?status=invalidated')
    assert.equal(findings.length, 3)
    assert.deepEqual(window.pageErrors, [])
  })
})
