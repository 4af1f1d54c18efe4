import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { hour } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { checkDialogs } from './dialogs.ts'

const signIn = async (page: Page, email: string, secret = password): Promise<void> => {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^Password/).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('the account page', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
  })

  test('a second factor: turned on, requested, replaced by a recovery code, turned off', async () => {
    await using window = await openWindow(probata)
    const { page } = window
    const email = 'contributor@acme.example'
    await signIn(page, email)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const codeDialog = page.getByRole('dialog')
    await codeDialog.getByLabel('Current password').fill(password)
    await codeDialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByAltText('QR code for the authenticator app').waitFor()
    await assertAccessibleInBoth(page, 'enrolment of a second factor')
    const secret = (await page.getByRole('region', { name: 'Second factor' }).locator('code').textContent()) ?? ''
    const app = new TOTP({ secret })
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.locator('[aria-invalid=true]:focus').waitFor()
    await page.getByLabel('Code').fill(app.generate({ timestamp: probata.clock.now() }))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Recovery codes, shown only once').waitFor()
    const codes = await page.getByRole('region', { name: 'Second factor' }).getByRole('listitem').allTextContents()
    assert.equal(codes.length, 10)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText('Signing in requires a code.').waitFor()

    await using other = await openWindow(probata)
    await signIn(other.page, email)
    await other.page.getByLabel('Code').fill('123456')
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.page.getByRole('alert').waitFor()
    await other.page.getByLabel('Code').fill(codes[0] ?? '')
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()

    await checkDialogs(page)
    probata.clock.advance(60_000)
    await page.getByRole('button', { name: 'Turn off' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code').fill(app.generate({ timestamp: probata.clock.now() }))
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor()
    assert.deepEqual([...window.pageErrors, ...other.pageErrors], [])
  })

  test('sessions are listed and ended; a new password ends the others', async () => {
    const email = 'second.reviewer@acme.example'
    await using window = await openWindow(probata, { as: email })
    await using other = await openWindow(probata, { as: email })
    const { page } = window
    await page.goto('/account')
    await waitUntilSettled(page)
    const table = page.getByRole('table', { name: 'Sessions' })
    assert.equal(await table.getByRole('row').count(), 3)
    await table.getByRole('button', { name: 'End' }).click()
    await table.getByRole('button', { name: 'End' }).waitFor({ state: 'detached' })
    await other.page.goto('/account')
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()

    const section = page.getByRole('region', { name: 'Password' })
    await section.getByLabel(/^Current password/).fill('not the one')
    await section.getByLabel(/^New password/).fill('a new and long password')
    await section.getByRole('button', { name: 'Change the password' }).click()
    await section.locator('[aria-invalid=true]:focus').waitFor()
    await section.getByLabel(/^Current password/).fill(password)
    await section.getByRole('button', { name: 'Change the password' }).click()
    await section.getByText('Your password is changed').waitFor()
    await signIn(other.page, email)
    await other.page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
    await signIn(other.page, email, 'a new and long password')
    await other.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    assert.deepEqual([...window.pageErrors, ...other.pageErrors], [])
  })

  test('an unattended page marks its requests as unattended', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.clock.install()
    await page.goto('/webhooks')
    const health = '/api/workspace/webhooks/health'
    const nextRequestAfter = async (ms: number): Promise<string | undefined> => {
      const [request] = await Promise.all([
        page.waitForRequest(candidate => candidate.url().endsWith(health)),
        page.clock.fastForward(ms),
      ])
      return request.headers()['probata-background']
    }
    assert.equal(await nextRequestAfter(5000), undefined)
    assert.equal(await nextRequestAfter(61_000), '1')
    await page.keyboard.press('Shift')
    assert.equal(await nextRequestAfter(5000), undefined)
    assert.deepEqual(window.pageErrors, [])
  })

  test('a request made while the session gets a new cookie is repeated', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page, context } = window
    let lateRequests = 0
    await page.route(
      url => url.pathname === '/api/workspace/people',
      async route => {
        const headers = await route.request().allHeaders()
        const confirmed = await context.request.post('/api/workspace/session/confirm', { data: { password } })
        assert.equal(confirmed.status(), 204)
        const response = await fetch(route.request().url(), { headers: { cookie: headers.cookie ?? '' } })
        lateRequests = response.status
        await route.fulfill({ status: response.status, contentType: 'application/json', body: await response.text() })
      },
      { times: 1 },
    )
    await page.goto('/access/people')
    await page.getByText('reviewer@acme.example').first().waitFor()
    assert.equal(lateRequests, 401)
    assert.deepEqual(window.pageErrors, [])
  })

  test('a sign-out that does not reach the server, or in another tab, leaves nothing to read', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page, context } = window
    const other = await context.newPage()
    const home = (tab: Page) => tab.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const signInPage = (tab: Page) => tab.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await Promise.all([page.goto('/'), other.goto('/')])
    await Promise.all([home(page), home(other)])
    await context.route('**/api/workspace/session', route =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await Promise.all([signInPage(page), signInPage(other)])
    await page.goto('/')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Home', level: 1 }).count(), 0)
    assert.equal((await context.request.get('/api/workspace/session')).status(), 200)

    await context.unroute('**/api/workspace/session')
    await page.goto('/')
    await signInPage(page)
    assert.equal((await context.request.get('/api/workspace/session')).status(), 401)
    // The page also logged the request that it could not send.
    assert.deepEqual(
      window.pageErrors.filter(text => !text.includes('signal timed out')),
      [],
    )
  })

  test('an expired session leads to the sign-in page, even without a request', async () => {
    await using fresh = await boot()
    await using window = await openWindow(fresh, { as: 'auditor@acme.example' })
    const { page } = window
    await page.clock.install()
    await page.goto('/account')
    await page.getByRole('heading', { level: 1 }).waitFor()
    fresh.clock.advance(13 * hour)
    await page.clock.fastForward(13 * hour)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  })
})
