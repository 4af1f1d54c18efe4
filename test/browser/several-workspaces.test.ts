import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { password } from '#test/fixture.ts'
import { sharedLogins } from '#test/shared-logins.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { dana, workspaces } from '#test/two-workspaces.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'

describe('one login for several workspaces', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  const { invite } = sharedLogins(() => probata)

  before(async () => {
    probata = resources.use(await boot({ provision: workspaces }))
  })

  const signIn = async (page: Page, address = '/sign-in'): Promise<void> => {
    await page.goto(address)
    await page.getByLabel('E-mail address').fill(dana)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const home = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByText(name, { exact: true }).waitFor()
    await waitUntilSettled(page)
  }

  test('chooses a workspace, reaches the requested page, and switches in the header', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    await signIn(page, '/trails/audit')
    const acme = page.getByRole('button', { name: 'Acme Administrator' })
    await acme.waitFor()
    assert.deepEqual(await page.getByRole('main').getByRole('button').allInnerTexts(), [
      'Acme\n\nAdministrator',
      'Globex\n\nAuditor',
      'Back to sign-in',
    ])
    await assertAccessibleInBoth(page, 'choose a workspace')
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await acme.click()
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor()

    await page.getByRole('button', { name: /^Acme: / }).click()
    const menu = page.getByRole('menu')
    assert.equal(await menu.locator('[aria-current=true]').innerText(), 'Acme\n\nAdministrator')
    await assertAccessibleInBoth(page, 'workspaces', '[role=menu]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Your account' }).click()
    await menu.getByText('Dark').waitFor()
    await assertAccessibleInBoth(page, 'account menu', '[role=menu]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Acme: / }).press('Enter')
    await menu.locator('[role=menuitem]:focus').waitFor()
    await menu.getByRole('menuitem', { name: 'Globex' }).press('Enter')
    await home(page, 'Globex')
    await page.goto('/account')
    await page.getByRole('region', { name: 'Your details' }).getByText('Auditor').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('a URL that names the workspace skips the choice', async () => {
    await using window = await openWindow(probata)
    await signIn(window.page, '/sign-in?organization=globex')
    await home(window.page, 'Globex')
    assert.deepEqual(window.pageErrors, [])
  })

  test('a tab left open in one workspace reads and changes nothing in the other', async () => {
    await using window = await openWindow(probata)
    const { page, context } = window
    await signIn(page, '/sign-in?organization=acme')
    await home(page, 'Acme')
    const response = await context.request.post('/api/workspace/session/switch', { data: { organization: 'globex' } })
    assert.equal(response.status(), 200)
    await page.getByRole('link', { name: 'Claims' }).click()
    const dialog = page.getByRole('dialog', { name: 'You signed in elsewhere' })
    await dialog.waitFor()
    await assertAccessibleInBoth(page, 'went on elsewhere', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Continue there' }).click()
    await home(page, 'Globex')
    assert.deepEqual(window.pageErrors, [])
  })

  test('ends all other sessions of the login at once, also those in the other workspace', async () => {
    await using window = await openWindow(probata)
    await using other = await openWindow(probata)
    await signIn(window.page, '/sign-in?organization=acme')
    await home(window.page, 'Acme')
    await signIn(other.page, '/sign-in?organization=globex')
    await home(other.page, 'Globex')
    const { page } = window
    await page.goto('/account')
    const table = page.getByRole('table', { name: 'Sessions' })
    await table.getByText('Globex').first().waitFor()
    await page.getByRole('button', { name: 'End all others' }).click()
    await table.getByText('Globex').first().waitFor({ state: 'detached' })
    assert.equal(await table.getByRole('row').count(), 2)
    await other.page.goto('/account')
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('joins another workspace by an invitation, with its password', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    await page.goto(`/invitation#${await invite('acme-bank', dana)}`)
    await page.getByLabel('I already sign in here').check()
    await page.getByLabel(/^Current password/).fill('not the one')
    await page.getByLabel(/^New password/).fill('other words for a password')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('alert').getByText('is wrong').waitFor()
    await assertAccessibleInBoth(page, 'invitation of a login')
    await page.getByLabel(/^Current password/).fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    await home(page, 'Acme Bank')
    await page.getByRole('button', { name: /^Acme Bank: / }).click()
    assert.equal(await page.getByRole('menu').getByRole('menuitem').count(), 3)
    assert.deepEqual(window.pageErrors, [])
  })
})
