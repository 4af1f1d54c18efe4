import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { iso } from '#lib/clock.ts'
import { offerSetup } from '#src/features/access/setup-link.ts'
import { noon, password } from '#test/fixture.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { reason } from './dialogs.ts'

describe('first run, invitation and sign-in', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
  })

  test('the one-time link of the first start creates the administrator, once', async () => {
    await using fresh = await boot({ provision: null })
    const link = new URL((await offerSetup(fresh.system.services)) ?? '')
    await using window = await openWindow(fresh)
    const { page } = window
    await page.goto('/setup')
    await page.getByRole('alert').getByText('The link is incomplete').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    // Loads another document first, because the addresses differ only in their fragments.
    await page.goto('about:blank')
    await page.goto(link.pathname + link.hash)
    await page.getByLabel('Name of the workspace').fill('New Bank')
    await page.getByLabel('Time zone').fill('Europe/Vienna')
    await assertAccessibleInBoth(page, 'setup')
    await page.getByLabel(/^Name \*$/).fill('First Person')
    await page.getByLabel('E-mail address').fill('first@new.example')
    await page.getByLabel(/^Password/).fill('too short')
    await page.getByRole('button', { name: 'Create the administrator' }).click()
    await page.getByText('At least 15 characters.').waitFor()
    await page.locator('input[autocomplete=new-password]:focus').waitFor()
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Create the administrator' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).hash, '')
    await page.getByText('New Bank').first().waitFor()
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('link').nth(3).waitFor()
    await assertAccessibleInBoth(page, 'an empty workspace')
    await steps.getByText('1 of 5 done').waitFor()
    await steps.getByRole('link', { name: 'Add what you answer for' }).click()
    await page.getByRole('heading', { name: 'Frameworks', level: 1 }).waitFor()

    // For a contributor who only submits packages, the first steps are complete as well.
    const file = async (path: string, body: object) => {
      const response = await window.context.request.post(`/api/workspace/${path}`, { data: { ...body, reason } })
      assert.equal(response.status(), 201, await response.text())
      return response.json()
    }
    const { id: submissionRequirementId } = await file('submission-requirements', {
      requirementKey: 'FIN-Q',
      title: 'Large exposures',
      submissionKind: 'regulatory_return',
      status: 'active',
    })
    await page.goto('/')
    assert.equal(await steps.count(), 1)
    await file('packages', { submissionRequirementId, packageKey: 'FIN-2099', title: 'Of 2099', dueAt: iso(noon) })
    await page.goto('/')
    assert.equal(await steps.count(), 0)

    await page.goto('about:blank')
    await page.goto(link.pathname + link.hash)
    await page.getByRole('alert').getByText('This link was already used').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getByLabel('E-mail address').count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })

  test('an invitation, and a forgotten password that an administrator resets', async () => {
    const cookie = await probata.signIn('admin@acme.example')
    const invitation = await probata.call('POST', '/api/workspace/people/invitations', {
      cookie,
      body: { email: 'new@acme.example', name: 'New Person', role: 'auditor', reason },
    })
    assert.equal(invitation.status, 201, invitation.text)
    const link = new URL(invitation.body.url)
    await using window = await openWindow(probata)
    const { page } = window
    await page.goto(link.pathname + link.hash)
    await page.getByText('acme Bank invites you. Your role: Auditor.').waitFor()
    await assertAccessibleInBoth(page, 'invitation')
    await page.getByLabel(/^New password/).fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Audit' }).waitFor()

    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // Waits for the heading, because the previous page has a field with the same name.
    await page.getByRole('heading', { name: 'Forgot your password' }).waitFor()
    await page.getByLabel('E-mail address').fill('new@acme.example')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('This install sends no mail').waitFor()
    await assertAccessibleInBoth(page, 'forgotten password')

    await page.goto('about:blank')
    await page.goto(link.pathname + link.hash)
    await page.getByRole('alert').getByText('The link was already used').waitFor()
    await assertAccessibleInBoth(page, 'used invitation')
    await page.goto('about:blank')
    await page.goto(`${link.pathname}#unknown`)
    await page.getByText('If you already have a password here, sign in with it.').waitFor()
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('password fields hide their input and accept it from password managers and the clipboard', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    await page.goto('/sign-in')
    const field = page.getByLabel(/^Password/)
    assert.equal(await field.getAttribute('type'), 'password')
    assert.equal(await field.getAttribute('autocomplete'), 'current-password')
    const paste = "new ClipboardEvent('paste', { bubbles: true, cancelable: true })"
    assert.equal(await page.evaluate(`document.querySelector('input[type=password]').dispatchEvent(${paste})`), true)
  })

  test('works in German, on a phone, by keyboard', async () => {
    await using window = await openWindow(probata, { language: 'de-DE', phone: true })
    const { page } = window
    await page.goto('/sign-in')
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
    await page.keyboard.type('auditor@acme.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Übersicht', level: 1 }).waitFor()
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Menü öffnen' }).click()
    await page.getByRole('link', { name: 'Protokoll', exact: true }).click()
    await page.waitForURL('**/trails/audit')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    await page.keyboard.type('Aufträge')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/trails/jobs')
    assert.deepEqual(window.pageErrors, [])
  })

  test('single sign-on without an address leads to the field for it', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Single sign-on' }).click()
    await page.getByText('Enter your e-mail address above first.').waitFor()
    await page.locator('input[autocomplete=username]:focus').waitFor()
    await page.keyboard.type('admin@acme.example')
    await page.getByText('Enter your e-mail address above first.').waitFor({ state: 'detached' })
    assert.deepEqual(window.pageErrors, [])
  })

  test('after the sign-in the app does not follow a link to another site', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example']) {
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
      await page.getByLabel('E-mail address').fill('auditor@acme.example')
      await page.getByLabel(/^Password/).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      assert.equal(new URL(page.url()).origin, probata.url)
    }
    assert.deepEqual(window.pageErrors, [])
  })
})
