import assert from 'node:assert/strict'
import { cp, mkdtempDisposable, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { hour } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { startIdentityProvider } from '#test/identity-provider.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { assertAccessibleInBoth, openBrowser, openWindow, settled, withChromium } from './browser.ts'

const reason = 'Written for a test of what is unsent'
const claimForm = '/evidence/claims/new'

/** All that a claim needs. */
const fillClaim = async (page: Page, key: string): Promise<void> => {
  await page.getByLabel(/^Title/).fill('Backup of vault 7')
  await page.getByLabel(/^Key/).fill(key)
  for (const part of ['Subject', 'Source']) {
    const group = page.getByRole('group', { name: new RegExp(`^${part}`) })
    await group.getByLabel(/^Module/).fill('external')
    await group.getByLabel(/^Type/).fill('backup')
    await group.getByLabel(/^Id/).fill('vault-7')
  }
  await page.getByLabel(/^Source snapshot/).fill('{ "vault": 7 }')
  await page.getByLabel(/^Reason/).fill(reason)
}

const logClaim = (page: Page) => page.getByRole('button', { name: 'Log the claim' })
const isLogged = (page: Page) => page.getByRole('status').getByText('The claim is logged').waitFor()

describe('nobody loses what they wrote', withChromium, () => {
  let probata: Probata
  let browser: Browser
  let client: WorkspaceClient

  before(async () => {
    probata = await boot()
    browser = await openBrowser()
    client = createWorkspaceClient(probata)
  })

  after(async () => {
    await browser?.close()
    await probata?.[Symbol.asyncDispose]()
  })

  const claimsOf = async (key: string): Promise<number> => {
    const { claims } = await client.get('admin', `/claims?claimKey=${key}`)
    return claims.length
  }

  test('the draft of a closed tab is restored, or discarded', async () => {
    await using window = await openWindow(browser, probata, { as: 'contributor@acme.example' })
    const { page, context } = window
    await page.goto(claimForm)
    await fillClaim(page, 'taken-up')
    await page.close()

    const again = await context.newPage()
    await again.goto(claimForm)
    const note = again.getByRole('status').filter({ hasText: 'This is your draft' })
    await note.waitFor()
    assert.equal(await again.getByLabel(/^Key/).inputValue(), 'taken-up')
    assert.equal(await again.getByLabel(/^Reason/).inputValue(), reason)
    await assertAccessibleInBoth(again, 'a draft')
    await logClaim(again).click()
    await isLogged(again)
    assert.equal(await claimsOf('taken-up'), 1)

    await again.goto(claimForm)
    await settled(again)
    assert.equal(await again.getByLabel(/^Key/).inputValue(), '')
    await again.getByLabel(/^Key/).fill('thrown-away')
    await again.reload()
    await settled(again)
    await note.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await again.getByLabel(/^Key/).inputValue(), '')
    await again.reload()
    await settled(again)
    assert.equal(await note.count(), 0)
    assert.deepEqual(window.complaints, [])
  })

  test('somebody else who uses the browser sees nothing of it', async () => {
    await using window = await openWindow(browser, probata, { as: 'contributor@acme.example' })
    const { page, context } = window
    await page.goto(claimForm)
    await page.getByLabel(/^Key/).fill('mine-alone')
    const other = await context.request.post('/api/workspace/session', {
      data: { email: 'admin@acme.example', password },
    })
    assert.equal(other.status(), 200)
    await page.close()
    const again = await context.newPage()
    await again.goto(claimForm)
    await settled(again)
    assert.equal(await again.getByLabel(/^Key/).inputValue(), '')
  })

  test('a page with something unsent is not left without a question', async () => {
    await using window = await openWindow(browser, probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(claimForm)
    const away = page.getByRole('link', { name: 'Freshness board' })
    await page.getByLabel(/^Key/).fill('asked-about')
    const answers = [false, true]
    const asked: string[] = []
    page.on('dialog', async dialog => {
      asked.push(dialog.message())
      await (answers.shift() ? dialog.accept() : dialog.dismiss())
    })
    await away.click()
    await until('the question is asked', () => asked.length === 1)
    assert.equal(new URL(page.url()).pathname, claimForm)
    await away.click()
    await page.getByRole('heading', { name: 'Freshness board', level: 1 }).waitFor()
    assert.equal(asked.length, 2)
    assert.match(asked[0] ?? '', /kept in this browser/)
  })

  test('a dialog that was closed unsent has it still; the password of another one is kept nowhere', async () => {
    await using window = await openWindow(browser, probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/submissions/requirements')
    const open = () => page.getByRole('button', { name: 'New requirement' }).click()
    const dialog = page.getByRole('dialog')
    await open()
    await dialog.getByLabel(/^Key/).fill('half-written')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await settled(page)
    await open()
    await dialog.getByText('This is your draft').waitFor()
    assert.equal(await dialog.getByLabel(/^Key/).inputValue(), 'half-written')

    await page.goto('/access/single-sign-on')
    await page.getByRole('button', { name: 'Set up' }).click()
    await dialog.getByLabel(/^Issuer/).fill('https://login.example.com')
    await dialog.getByLabel(/^Client secret/).fill('s3cret-of-the-client')
    const kept = await page.evaluate<string>('JSON.stringify(localStorage)')
    assert.match(kept, /login\.example\.com/)
    assert.doesNotMatch(kept, /s3cret-of-the-client/)
    assert.deepEqual(window.complaints, [])
  })

  test('what was written over a record that others changed since is compared with what it is now', async () => {
    const made = { requirementKey: 'WRITTEN-BEFORE', title: 'Access review', description: 'Twice a year' }
    const { body } = await client.ask('admin', 'POST', '/evidence-requirements', made)
    await using window = await openWindow(browser, probata, { as: 'admin@acme.example' })
    const { page, context } = window
    const open = async (tab: Page) => {
      await tab.goto(`/evidence/requirements/${body.id}`)
      await tab.getByRole('button', { name: 'Edit' }).click()
      return tab.getByRole('dialog')
    }
    await (await open(page)).getByLabel('Title').fill('Review of access')
    await page.close()
    const changed = { title: 'Access review of all', description: 'Four times a year' }
    await client.ask('admin', 'PATCH', `/evidence-requirements/${body.id}`, changed)

    const again = await context.newPage()
    const dialog = await open(again)
    await dialog.getByText('This is your draft').waitFor()
    assert.equal(await dialog.getByLabel('Title').inputValue(), 'Review of access')
    assert.equal(await dialog.getByLabel('Description').inputValue(), changed.description)
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const alert = dialog.getByRole('alert')
    await alert.getByRole('row', { name: 'Title Access review Access review of all' }).waitFor()
    await alert.getByRole('button', { name: 'Make my change anyway' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { title, description } = await client.get('admin', `/evidence-requirements/${body.id}`)
    assert.deepEqual([title, description], ['Review of access', changed.description])
    assert.deepEqual(window.complaints, [])
  })

  test('what the server finds wrong stands at its field, which has the focus', async () => {
    await using window = await openWindow(browser, probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/access/settings')
    await page.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    const zone = dialog.getByLabel(/^Time zone/)
    await zone.fill('Mars/Olympus Mons')
    await dialog.getByLabel(/^Reason/).fill(reason)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await until('the field is marked', async () => (await zone.getAttribute('aria-invalid')) === 'true')
    await dialog.locator('[aria-invalid=true]:focus').waitFor()
    assert.equal(await dialog.getByRole('alert').count(), 0)
    assert.deepEqual(window.complaints, [])
  })

  test('a sign-out asks what becomes of it', async () => {
    await using window = await openWindow(browser, probata, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(claimForm)
    await page.getByLabel(/^Key/).fill('not-for-others')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await assertAccessibleInBoth(page, 'sign out with a draft')
    await page.getByRole('button', { name: 'Discard it and sign out' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.doesNotMatch(await page.evaluate<string>('JSON.stringify(localStorage)'), /not-for-others/)
    assert.deepEqual(window.complaints, [])
  })

  test('when a session ends while a form is filled, people sign in over the page, and the form continues', async () => {
    await using fresh = await boot()
    await using window = await openWindow(browser, fresh, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(claimForm)
    await fillClaim(page, 'went-on')
    fresh.clock.advance(13 * hour)
    await logClaim(page).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    await assertAccessibleInBoth(page, 'session ended')
    assert.equal(await dialog.getByLabel('E-mail address').inputValue(), 'contributor@acme.example')
    await dialog.getByLabel(/^Password/).fill('not the password')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByText('The e-mail address or the password is wrong.').waitFor()
    await dialog.getByLabel(/^Password/).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isLogged(page)
    assert.deepEqual(window.complaints, [])
  })

  test('the same with single sign-on, in a window of its own', async () => {
    await using fresh = await boot({ env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' } })
    const people = [{ sub: 'c', email: 'contributor@acme.example', email_verified: true, name: 'C' }]
    await using provider = await startIdentityProvider({ people, redirectUri: `${fresh.url}/sign-in/callback` })
    const { issuer, clientId, clientSecret } = provider
    const set = await createWorkspaceClient(fresh).ask('admin', 'POST', '/identity-provider', {
      ...{ issuer, clientId, clientSecret, name: 'Acme login', createPeople: false, defaultRole: 'auditor' },
      emailDomains: ['acme.example'],
    })
    assert.equal(set.status, 200, set.text)
    await fresh.sql('update sign_on_domain set named = true')
    await using window = await openWindow(browser, fresh, { as: 'contributor@acme.example' })
    const { page, context } = window
    await page.goto(claimForm)
    await fillClaim(page, 'signed-on')
    fresh.clock.advance(13 * hour)
    await logClaim(page).click()
    const opened = context.waitForEvent('page')
    await page.getByRole('dialog').getByRole('button', { name: 'Single sign-on' }).click()
    const other = await opened
    await other.locator('input[name=login]').fill('c')
    await other.locator('input[name=password]').fill('any')
    await other.locator('button[type=submit]').click()
    await other.locator('button[type=submit]', { hasText: 'Continue' }).click()
    await isLogged(page)
  })

  test('without a network the page stays, says so, and continues by itself: the claim is created once', async () => {
    await using window = await openWindow(browser, probata, { as: 'contributor@acme.example' })
    const { page, context } = window
    await page.goto(claimForm)
    await fillClaim(page, 'offline-1')
    await context.setOffline(true)
    await logClaim(page).click()
    await page.getByRole('status').getByText('The server does not respond').waitFor()
    await assertAccessibleInBoth(page, 'offline')
    assert.equal(await page.getByLabel(/^Key/).inputValue(), 'offline-1')
    await context.setOffline(false)
    await isLogged(page)
    assert.equal(await page.getByText('The server does not respond').count(), 0)
    assert.equal(await claimsOf('offline-1'), 1)
  })

  test('pages that were never opened are there without a network as well', async () => {
    await using window = await openWindow(browser, probata, { as: 'admin@acme.example' })
    const { page, context } = window
    const fetched: string[] = []
    page.on('requestfinished', request => fetched.push(new URL(request.url()).pathname))
    await page.goto('/')
    await until('the code of other pages is fetched ahead', () => fetched.some(path => /\/jobs-/.test(path)))
    await settled(page)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByText('The server does not respond').waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
  })

  test('a server that restarts with a newer app: the form stays, and the app is loaded on request', async () => {
    await using database = await createTestDatabase('workspace')
    await using folder = await mkdtempDisposable(join(tmpdir(), 'probata-newer-'))
    const webApp = join(folder.path, 'web')
    await cp(join(import.meta.dirname, '..', '..', 'dist', 'web'), webApp, { recursive: true })
    const page1 = join(webApp, 'index.html')
    const html = await readFile(page1, 'utf8')
    const [, main = ''] = /src="\/assets\/(index-[\w-]+)\.js"/.exec(html) ?? []
    assert.ok(main)
    for (const name of await readdir(join(webApp, 'assets')))
      if (name.startsWith(main)) await rename(join(webApp, 'assets', name), join(webApp, 'assets', `newer-${name}`))
    await writeFile(page1, html.replaceAll(main, `newer-${main}`))

    const { connection } = database
    const older = await boot({ database: connection })
    const env = { PORT: new URL(older.url).port }
    await using window = await openWindow(browser, older, { as: 'contributor@acme.example' })
    const { page } = window
    await page.goto(claimForm)
    await fillClaim(page, 'over-a-deployment')
    await older[Symbol.asyncDispose]()
    await logClaim(page).click()
    await page.getByText('The server does not respond').waitFor()
    await using _newer = await boot({ database: connection, webApp, env })
    await isLogged(page)
    await page.getByText('There is a new version of this app').waitFor()
    assert.equal(await page.evaluate<number>(`document.querySelectorAll('script[src*="newer-"]').length`), 0)
    await page.getByRole('link', { name: 'Freshness board' }).click()
    await page.getByRole('heading', { name: 'Freshness board', level: 1 }).waitFor()
    await page.waitForFunction(`document.querySelectorAll('script[src*="newer-"]').length === 1`)
  })
})
