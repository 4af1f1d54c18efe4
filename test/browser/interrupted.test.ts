import assert from 'node:assert/strict'
import { cp, mkdtempDisposable, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { hour, minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { startIdentityProvider } from '#test/identity-provider.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { setProvider } from '#test/second-administrator.ts'
import { connectPeople } from '#test/sign-on.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { claimFormPath, fillClaim, submitButton, waitForClaimPage } from './claim-form.ts'
import { fillReasonIfAsked } from './dialogs.ts'

describe('interruptions between filling in a form and submitting it', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
  })

  test('if a session expires while a form is filled in, people sign in over the page, and the form continues', async () => {
    await using fresh = await boot()
    await using window = await openWindow(fresh, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(claimFormPath)
    await fillClaim(page, 'went-on')
    fresh.clock.advance(13 * hour)
    await submitButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    await assertAccessibleInBoth(page, 'session ended')
    assert.equal(await dialog.getByLabel('E-mail address').inputValue(), 'contributor@acme.example')
    await dialog.getByLabel(/^Password/).fill('not the password')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByText('The e-mail address or the password is wrong.').waitFor()
    await dialog.getByLabel(/^Password/).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await waitForClaimPage(page)
    assert.deepEqual(window.pageErrors, [])
  })

  test('the same works with single sign-on, in a separate window', async () => {
    await using fresh = await boot({ env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' } })
    const people = [{ sub: 'c', email: 'contributor@acme.example', email_verified: true, name: 'C' }]
    await using provider = await startIdentityProvider({ people, redirectUri: `${fresh.url}/sign-in/callback` })
    const { issuer, clientId, clientSecret } = provider
    await setProvider(fresh, (await createWorkspaceClient(fresh).signedIn('admin')).cookie, {
      ...{ issuer, clientId, clientSecret, name: 'Acme login', createPeople: false, defaultRole: 'auditor' },
      emailDomains: ['acme.example'],
    })
    await fresh.sql('update sign_on_domain set named = true')
    await connectPeople(fresh, { contributor: 'c' })
    await using window = await openWindow(fresh, { as: 'contributor@acme.example' })
    const { page, context } = window
    await page.goto(claimFormPath)
    await fillClaim(page, 'signed-on')
    fresh.clock.advance(13 * hour)
    await submitButton(page).click()
    const popupEvent = context.waitForEvent('page')
    await page.getByRole('dialog').getByRole('button', { name: 'Single sign-on' }).click()
    const popup = await popupEvent
    await popup.locator('input[name=login]').fill('c')
    await popup.locator('input[name=password]').fill('any')
    await popup.locator('button[type=submit]').click()
    await popup.locator('button[type=submit]', { hasText: 'Continue' }).click()
    await waitForClaimPage(page)
  })

  test('a page that people leave during a slow response does not bring them back', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/access/people?invite=reviewer')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill('left@acme.example')
    await dialog.getByLabel(/^Name/).fill('Left Early')
    const release = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    await page.route('**/api/workspace/session', async route => {
      isHeld.resolve()
      await release.promise
      await route.continue()
    })
    await fillReasonIfAsked(dialog)
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    await isHeld.promise
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.waitForURL('**/')
    release.resolve()
    await waitUntilSettled(page)
    assert.equal(new URL(page.url()).pathname, '/')
    assert.deepEqual(window.pageErrors, [])
  })

  test('without a network the page stays, says so, and continues when it returns: the claim is created once', async () => {
    await using window = await openWindow(probata, { as: 'contributor@acme.example' })
    const { page, context } = window
    await page.goto(claimFormPath)
    await fillClaim(page, 'offline-1')
    await context.setOffline(true)
    await submitButton(page).click()
    await page.getByRole('status').getByText('The server does not respond').waitFor()
    await assertAccessibleInBoth(page, 'offline')
    assert.equal(await page.getByLabel(/^Key/).inputValue(), 'offline-1')
    await context.setOffline(false)
    await waitForClaimPage(page)
    assert.equal(await page.getByText('The server does not respond').count(), 0)
    const { claims } = await createWorkspaceClient(probata).get('admin', '/claims?claimKey=offline-1')
    assert.equal(claims.length, 1)
  })

  test('pages that were never opened also work without a network', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example', loadsAhead: true })
    const { page, context } = window
    await page.goto('/')
    await until('all files are kept', () => page.evaluate('navigator.serviceWorker.controller !== null'))
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Operate' }).click()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByText('The server does not respond').waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
  })

  for (const [browser, loadsAhead] of [
    ['a browser', true],
    ['a browser that saves data', false],
  ] as const)
    test(`${browser} keeps ${loadsAhead ? 'the' : 'no'} files of other pages, seconds after the first`, async () => {
      await using window = await openWindow(probata, { as: 'admin@acme.example', loadsAhead })
      const { page } = window
      await page.clock.install()
      await page.goto('/')
      const keepsFiles = () =>
        page.evaluate<boolean>('navigator.serviceWorker.getRegistration().then(one => one !== undefined)')
      await page.clock.runFor(minute)
      if (loadsAhead) await until('files are kept', keepsFiles)
      await waitUntilSettled(page)
      assert.equal(await keepsFiles(), loadsAhead)
    })

  test('if a server restarts with a newer app, the form stays, and the app reloads on request', async () => {
    await using database = await createTestDatabase('workspace')
    await using folder = await mkdtempDisposable(join(tmpdir(), 'probata-newer-'))
    const webApp = join(folder.path, 'web')
    await cp(join(import.meta.dirname, '..', '..', 'dist', 'web'), webApp, { recursive: true })
    const indexPath = join(webApp, 'index.html')
    const html = await readFile(indexPath, 'utf8')
    const [, main = ''] = /src="\/assets\/(start-[\w-]+)\.js"/.exec(html) ?? []
    assert.ok(main)
    for (const name of await readdir(join(webApp, 'assets')))
      if (name.startsWith(main)) await rename(join(webApp, 'assets', name), join(webApp, 'assets', `newer-${name}`))
    await writeFile(indexPath, html.replaceAll(main, `newer-${main}`))

    const { connection } = database
    const older = await boot({ database: connection, provision: null })
    const env = { PORT: new URL(older.url).port }
    await using window = await openWindow(older, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(claimFormPath)
    await fillClaim(page, 'over-a-deployment')
    await older[Symbol.asyncDispose]()
    await submitButton(page).click()
    await page.getByText('The server does not respond').waitFor()
    await using _newer = await boot({ database: connection, provision: null, webApp, env })
    await waitForClaimPage(page)
    // The page that follows the form is either the newer app already, or offers to load it.
    const offer = page.getByText('A new version of this app is available')
    await page.locator('script[src*="newer-"]').or(offer).first().waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Requirements', exact: true }).click()
    await page.getByRole('heading', { name: 'Requirements', level: 1 }).waitFor()
    await page.waitForFunction(`document.querySelectorAll('script[src*="newer-"]').length === 1`)
  })
})
