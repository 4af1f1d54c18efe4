import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { prover, textFile } from '#test/proof.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessible, assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { choose, fieldOf } from './choose.ts'
import { button, confirm, dialogOf, fillReasonIfAsked, submitWithReason } from './dialogs.ts'

/** SQL for an id that sorts after every id of the tests, so that these records are the newest. */
const newestId = `'_7ZZZZZZZZZ' || lpad(i::text, 16, '0')`

describe('select fields', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let acme: WorkspaceClient

  before(async () => {
    probata = resources.use(await boot())
    acme = createWorkspaceClient(probata)
    const control = { controlKey: 'ZTL-1', title: 'Zutritt zum Rechenzentrum', status: 'active' }
    assert.equal((await acme.ask('admin', 'POST', '/controls', control)).status, 201)
    await probata.sql(`insert into person (organization_id, id, role, login_id, record)
      select o.id, 'prs' || ${newestId}, 'contributor', (select l.id from login l limit 1),
          json_build_object('id', 'prs' || ${newestId}, 'email', 'someone-' || i || '@acme.example',
            'name', 'Someone ' || i, 'role', 'contributor', 'status', 'active')
        from organization o, generate_series(1, 250) i where o.slug = 'acme'`)
    await probata.sql(`insert into control (organization_id, id, control_key, status, record)
      select o.id, 'gct' || ${newestId}, 'M-' || lpad(i::text, 5, '0'), 'active',
          json_build_object('id', 'gct' || ${newestId}, 'controlKey', 'M-' || lpad(i::text, 5, '0'), 'title', 'Of many')
        from organization o, generate_series(1, 12000) i where o.slug = 'acme'`)
  })

  test('an owner beyond the newest 200 and a control beyond 2,000 can be selected by keyboard alone', async () => {
    await using window = await openWindow(probata, { as: 'reviewer@acme.example' })
    const { page } = window
    await page.goto('/governance/findings')
    await button(page, 'New finding').click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Title').fill('Chosen by typing')
    const owner = fieldOf(dialog, 'Owner')
    assert.equal(await owner.getAttribute('placeholder'), 'no owner')
    await owner.click()
    await page.getByRole('option', { name: 'There are more: type to narrow the list' }).waitFor()
    await page.getByRole('status').getByText('50 shown, and there are more: type to narrow the list').waitFor()
    await assertAccessibleInBoth(page, 'a list to choose from', '[role=dialog]')
    await owner.fill('second REVIEWER')
    await page.getByRole('status').getByText('1 found').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await owner.inputValue(), 'second reviewer of acme')

    const control = fieldOf(dialog, 'Control')
    await control.fill('no such control')
    await page.getByRole('status').getByText('Nothing found').waitFor()
    await assertAccessible(page, 'nothing to choose from', { part: '[role=dialog]' })
    await control.fill('rechenzentrum')
    await page.getByRole('option', { name: 'ZTL-1 · Zutritt zum Rechenzentrum' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    for (const [label, text] of [
      ['Subject module', 'assets'],
      ['Subject type', 'room'],
      ['Subject ID', 'dc-1'],
    ] as const)
      await dialog.getByLabel(label).fill(text)
    await submitWithReason(page, 'Create')
    await page.getByRole('heading', { name: 'Chosen by typing' }).waitFor()
    await page.getByText('second reviewer of acme').first().waitFor()

    await button(page, 'Edit').click()
    await waitUntilSettled(page)
    assert.equal(await fieldOf(dialog, 'Owner').inputValue(), 'second reviewer of acme')
    assert.equal(await fieldOf(dialog, 'Control').inputValue(), 'ZTL-1 · Zutritt zum Rechenzentrum')
    await owner.click()
    await page.getByRole('option', { name: 'no owner' }).click()
    assert.equal(await owner.inputValue(), '')
    await submitWithReason(page, 'Save')
    await page.getByText('no owner').first().waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a record stays in a unit that is older than 200 others, until another unit is selected', async () => {
    const units: string[] = []
    for (const unitKey of ['oldest', 'second']) {
      const response = await acme.ask('admin', 'POST', '/units', { unitKey, title: `The ${unitKey} unit` })
      assert.equal(response.status, 201, response.text)
      units.push(response.body.id)
    }
    await probata.sql(`insert into unit (organization_id, id, unit_key, status, record)
      select o.id, 'unt' || ${newestId}, 'u' || i, 'active',
          json_build_object('id', 'unt' || ${newestId}, 'unitKey', 'u' || i, 'title', 'Unit ' || i)
        from organization o, generate_series(1, 250) i where o.slug = 'acme'`)
    const body = { requirementKey: 'PLC-1', title: 'Placed', status: 'active' }
    const { id } = (await acme.ask('admin', 'POST', '/evidence-requirements', body)).body
    const placement = await acme.ask('admin', 'POST', '/placements', { recordIds: [id], unitId: units[0] })
    assert.equal(placement.status, 200, placement.text)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto(`/evidence/requirements/${id}`)
    await button(page, 'Unit: The oldest unit').click()
    const dialog = dialogOf(page)
    await waitUntilSettled(page)
    assert.equal(await fieldOf(dialog, 'Unit').inputValue(), 'The oldest unit')
    await fillReasonIfAsked(dialog, 'requested by a test of organizational units')
    await dialog.getByRole('button', { name: 'Move to another unit' }).click()
    await dialog.getByRole('alert').getByText('Nothing has changed yet.').waitFor()
    await choose(dialog, 'Unit', 'The second unit')
    await submitWithReason(page, 'Move to another unit')
    await button(page, 'Unit: The second unit').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a filter names the selected person when the page is opened by its URL, and can be cleared', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example', language: 'de' })
    const { page } = window
    const { choices } = await acme.get('admin', '/choices?kind=person&search=second%20reviewer')
    await page.goto(`/governance/risks?ownerId=${choices[0].id}`)
    await waitUntilSettled(page)
    const owner = fieldOf(page, 'Verantwortlich')
    assert.equal(await owner.inputValue(), 'second reviewer of acme')
    await choose(page, 'Verantwortlich', 'Someone 249')
    await page.waitForURL(/ownerId=prs_7Z/)
    await owner.click()
    await page.getByRole('listbox').getByRole('option', { name: 'Alle' }).click()
    await page.waitForFunction(`!location.search.includes('prs_')`)
    await assertAccessibleInBoth(page, 'a filter that is searched')
    assert.deepEqual(window.pageErrors, [])
  })

  test('Ctrl K finds a page by its name, and a record by part of its title', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/my-work')
    await waitUntilSettled(page)
    await page.keyboard.press('Control+k')
    const dialog = dialogOf(page)
    const field = dialog.getByRole('textbox', { name: 'Find a page or record' })
    await field.fill('heat')
    await dialog.getByText('Nothing found').waitFor()
    await field.fill('rechenzentrum')
    const result = dialog.getByRole('button', { name: /ZTL-1 · Zutritt zum Rechenzentrum/ })
    await result.getByText('Controls').waitFor()
    await assertAccessibleInBoth(page, 'what was found', '[role=dialog]')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Zutritt zum Rechenzentrum' }).waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('second reviewer')
    await dialog.getByRole('button', { name: /second reviewer of acme.*People/ }).waitFor()
    await field.fill('risk')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Risks' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('Ctrl K finds a claim by the name of its file, says if only similar words match, and how to narrow the search', async () => {
    const claimId = await acme.claim('tapes', { title: 'Tapes are counted' })
    const token = await probata.token('acme-scanner')
    await prover(probata, () => token).attach(claimId, textFile('42 tapes', 'vault_inventory.txt'))
    for (const job of ['seal-ledger', 'index-records']) await probata.system.runJob(job)
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/my-work')
    await waitUntilSettled(page)
    await page.keyboard.press('Control+k')
    const dialog = dialogOf(page)
    const field = dialog.getByRole('textbox', { name: 'Find a page or record' })
    const result = dialog.getByRole('button', { name: /Tapes are counted.*Claims · tapes/ })
    await field.fill('vault inventory')
    await result.waitFor()
    assert.equal(await dialog.getByRole('status').innerText(), '')
    await field.fill('vault inventroy')
    await dialog.getByRole('status').getByText('Nothing matches exactly. These records have similar words.').waitFor()
    await assertAccessibleInBoth(page, 'similar words', '[role=dialog]')
    await field.fill('many')
    await dialog.getByRole('status').getByText('Many records match; these are the newest.').waitFor()
    await field.fill('vault inventroy')
    await result.waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Tapes are counted' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('keys typed after Ctrl K reach the field even if it loads late, and pressing Ctrl K twice loses none', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    const loading = Promise.withResolvers<void>()
    const requested = Promise.withResolvers<void>()
    await page.route('**/assets/palette-*.js', async route => {
      requested.resolve()
      await loading.promise
      await route.continue()
    })
    await page.goto('/my-work')
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await requested.promise
    await page.keyboard.type('ris')
    loading.resolve()
    const field = dialogOf(page).getByRole('textbox', { name: 'Find a page or record' })
    await field.waitFor()
    await page.waitForFunction(`document.activeElement?.value === 'ris'`)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('k')
    assert.equal(await field.inputValue(), 'risk')
    assert.deepEqual(window.pageErrors, [])
  })

  test('a unit that was closed in the meantime is rejected at its field', async () => {
    const unit = await acme.ask('admin', 'POST', '/units', { unitKey: 'treasury', title: 'Treasury' })
    assert.equal(unit.status, 201, unit.text)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/access/people')
    await button(page, 'Invite').click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('E-mail address').fill('of-a-unit@acme.example')
    await dialog.getByLabel('Name').fill('Of a unit')
    await fieldOf(dialog, 'Units').click()
    await page.getByRole('option', { name: /Treasury/ }).click()
    await page.keyboard.press('Tab')
    const response = await acme.ask('admin', 'PATCH', `/units/${unit.body.id}`, { status: 'closed' })
    assert.equal(response.status, 200, response.text)
    await confirm(page, 'Create the link')
    await dialog.getByText('is not an active unit of the workspace').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a failed search says so, and can be repeated', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/governance/risks')
    await page.route('**/api/workspace/choices*', route =>
      route.fulfill({ status: 500, json: { error: 'internal', message: 'It failed.', requestId: 'req_1' } }),
    )
    const owner = fieldOf(page, 'Owner')
    await owner.fill('someone')
    await page.getByText('These could not be loaded.').first().waitFor()
    await page.unroute('**/api/workspace/choices*')
    await owner.fill('someone 12')
    await page.getByRole('option', { name: 'Someone 12 someone-12@acme.example' }).waitFor()
  })
})
