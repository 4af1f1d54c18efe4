import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createFindingsClient, type FindingsClient } from '#test/findings-client.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { choose } from './choose.ts'
import { button, dialogOf } from './dialogs.ts'

describe('working together', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let client: FindingsClient

  before(async () => {
    probata = resources.use(await boot())
    client = await createFindingsClient(probata)
  })

  test('a comment mentions a person by keyboard, keeps unsent text, and is changed and deleted', async () => {
    const { id } = await client.finding({ title: 'Old cipher' })
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(`/governance/findings/${id}`)
    const comments = page.getByRole('region', { name: 'Comments' })
    const field = comments.getByLabel('Write a comment')
    await field.fill('See https://example.com/x, <b>now</b>\n@second rev')
    await field.press('End')
    await page.getByRole('option', { name: 'second reviewer of acme' }).waitFor()
    await assertAccessibleInBoth(page, 'a finding with people offered for a mention', '[role=listbox]')
    await field.press('Enter')
    assert.match(await field.inputValue(), /@second reviewer of acme $/)
    await field.press('Control+Enter')
    const comment = comments.getByRole('listitem')
    await comment.getByText('@second reviewer of acme').waitFor()
    await comment.getByText('<b>now</b>').waitFor()
    assert.equal(await comment.getByRole('link').getAttribute('href'), 'https://example.com/x')
    assert.equal(await field.inputValue(), '')

    await comment.getByRole('button', { name: 'Change' }).click()
    const changed = comment.getByLabel('Change the comment')
    assert.match(await changed.inputValue(), /@second reviewer of acme/)
    await changed.fill('Better words')
    await changed.press('Control+Enter')
    await comment.getByText('Better words').waitFor()

    await field.fill('Not sent yet')
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await comments.getByText('Better words').waitFor()
    assert.equal(await comments.getByLabel('Write a comment').inputValue(), 'Not sent yet')

    await comment.getByRole('button', { name: 'Delete' }).click()
    const dialog = dialogOf(page)
    await button(dialog, 'Delete').click()
    await comments.getByText('The author deleted this comment.').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a deputy sees the work of an absent person, and the record names the absence', async () => {
    const { reviewer, 'second.reviewer': second } = await client.people()
    const { id } = await client.finding({ title: 'Weak password', ownerId: reviewer })
    await using absent = await openWindow(probata, { as: 'reviewer@acme.example' })
    await absent.page.goto('/account')
    const setting = absent.page.getByRole('region', { name: 'Deputy and absence' })
    await button(setting, 'Change deputy and absence').click()
    const dialog = dialogOf(absent.page)
    await choose(dialog, 'Deputy', 'second reviewer of acme')
    await dialog.getByLabel('First day of the absence').fill('2026-11-01')
    await dialog.getByLabel('Last day of the absence').fill('2028-10-31')
    await button(dialog, 'Save').click()
    await setting.getByText('second reviewer of acme').waitFor()
    await assertAccessibleInBoth(absent.page, 'account with a deputy')
    assert.equal((await client.get('admin', `/people/${reviewer}/deputy`)).deputy.id, second)

    await using window = await openWindow(probata, { as: 'second.reviewer@acme.example' })
    const { page } = window
    await page.goto('/my-work')
    const row = page.getByRole('row').filter({ hasText: 'Weak password' })
    await row.getByText('for reviewer of acme').waitFor()
    await row.getByRole('link', { name: 'Weak password' }).click()
    await page.waitForURL(`**/findings/${id}`)
    await page.getByText('Deputy: second reviewer of acme.').waitFor()
    await assertAccessibleInBoth(page, 'a finding with an absent owner')
    assert.deepEqual(window.pageErrors, [])
  })
})
