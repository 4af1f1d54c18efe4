import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { freePort } from '#test/free-port.ts'
import { createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, type Window, waitUntilSettled, withChromium } from './browser.ts'
import { type Device, plugIn } from './device.ts'

const signInByPassword = async (page: Page, email: string): Promise<void> => {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const home = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()

const signOut = async (page: Page): Promise<void> => {
  await page.context().clearCookies()
  await page.goto('/sign-in')
}

const addPasskey = async (page: Page, name: string): Promise<void> => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

describe('passkeys', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let people: Newcomers

  before(async () => {
    const port = await freePort()
    probata = resources.use(await boot({ env: { PORT: String(port), PROBATA_URL: `http://localhost:${port}` } }))
    people = createNewcomers(probata)
  })

  /** Opens a window in which a new person has added a passkey of a virtual device. Also returns the recovery codes. */
  const openWithPasskey = async (
    verifies = true,
  ): Promise<Window & { device: Device; email: string; codes: string[] }> => {
    const { email } = await people.newcomer()
    const window = await openWindow({ url: probata.system.url })
    const { page } = window
    const device = await plugIn(page, verifies)
    await signInByPassword(page, email)
    await home(page)
    await addPasskey(page, 'Test device')
    await page.getByText('Recovery codes, shown only once').waitFor()
    const codes = await page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem').allTextContents()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('cell', { name: 'Test device' }).waitFor()
    return { ...window, device, email, codes }
  }

  test('a passkey is added, used alone, renamed and removed', async () => {
    await using window = await openWithPasskey()
    const { page, device, email, codes } = window
    assert.equal(codes.length, 10)
    assert.equal((await device.credentials()).length, 1)
    await assertAccessibleInBoth(page, 'account with a passkey')
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await home(page)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('cell', { name: 'Laptop' }).waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('cell', { name: 'Laptop' }).waitFor({ state: 'detached' })
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('alert').getByText('You cannot sign in here with this passkey').waitFor()
    await signInByPassword(page, email)
    await home(page)
    assert.deepEqual(window.pageErrors, [])
  })

  test('without user verification a passkey signs in only together with the password', async () => {
    await using window = await openWithPasskey(false)
    const { page, email } = window
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('alert').getByText('No passkey was used').waitFor()
    await signInByPassword(page, email)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await home(page)
  })

  test('a recovery code works with the password, once', async () => {
    await using window = await openWithPasskey()
    const { page, email, codes } = window
    for (const outcome of ['opens', 'used'] as const) {
      await signOut(page)
      await signInByPassword(page, email)
      await page.getByLabel('Code').fill(codes[0] ?? '')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      if (outcome === 'opens') await home(page)
      else await page.getByRole('alert').waitFor()
    }
  })

  test("a passkey confirms a person's identity when access is changed", async () => {
    await using window = await openWithPasskey()
    const { page } = window
    probata.clock.advance(11 * minute)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
    await dialog.waitFor()
    await assertAccessibleInBoth(page, 'confirmation with a passkey')
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('cell', { name: 'Test device' }).waitFor({ state: 'detached' })
  })

  test('a passkey copy with an old counter is locked and shown', async () => {
    await using window = await openWithPasskey()
    const { page, device, email } = window
    const [copy] = await device.credentials()
    assert.ok(copy)
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await home(page)
    await using thief = await openWindow({ url: probata.system.url })
    const thiefDevice = await plugIn(thief.page)
    await thiefDevice.add(copy)
    await thief.page.goto('/sign-in')
    await thief.page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await thief.page.getByRole('alert').getByText('You cannot sign in here with this passkey').waitFor()
    await page.goto('/account')
    await page.getByText('locked: a copy exists').waitFor()
    const events = await probata.sql(`select from security_event where record like '%passkeyCloned%'`)
    assert.equal(events.length, 1)
    await signOut(page)
    await signInByPassword(page, email)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('alert').getByText('The passkey is wrong.').waitFor()
  })

  test('a replayed passkey response does not open a session', async () => {
    await using window = await openWithPasskey()
    const { page } = window
    await page.addInitScript(`{
      const real = fetch
      globalThis.fetch = async (...args) => {
        const request = new Request(...args)
        if (request.url.endsWith('/session/passkey')) sessionStorage.setItem('sent', await request.clone().text())
        return real(request)
      }
    }`)
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await home(page)
    const status = await page.evaluate<number>(`fetch('/api/workspace/session/passkey', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: sessionStorage.getItem('sent')
    }).then(answer => answer.status)`)
    assert.equal(status, 401)
  })

  test('another port of the host is another origin: its pages get a signature that does not work', async () => {
    await using window = await openWithPasskey()
    const { page, device } = window
    const [credential] = await device.credentials()
    assert.ok(credential)
    // A second server of the same program, whose origin differs, like that of another program on this machine.
    await using elsewhere = await boot()
    await using other = await openWindow({ url: elsewhere.url.replace('127.0.0.1', 'localhost') })
    const otherDevice = await plugIn(other.page)
    await otherDevice.add(credential)
    await other.page.goto('/sign-in')
    const challenge = await probata.call('POST', '/api/workspace/session/passkey/challenge', {})
    const passkey = await other.page.evaluate(`(async () => {
      const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), one => one.charCodeAt(0))
      const { id, response } = await navigator.credentials.get({ publicKey: {
        challenge: bytes(${JSON.stringify(challenge.body.challenge)}), rpId: 'localhost', userVerification: 'required' } })
      return { id, clientDataJSON: text(response.clientDataJSON), authenticatorData: text(response.authenticatorData),
        signature: text(response.signature), userHandle: text(response.userHandle) }
    })()`)
    const cookie = challenge.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const response = await probata.call('POST', '/api/workspace/session/passkey', { cookie, body: { passkey } })
    assert.equal(response.status, 401, response.text)
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await home(page)
  })

  test('if a second factor is required, sign-in continues with its setup', async () => {
    const { email } = await people.newcomer()
    const setSecondFactorRule = async (required: readonly string[]) => {
      const body = { required, graceDays: 0, reason: 'for the test of enrolment' }
      const cookie = await people.administrator()
      const response = await probata.call('PATCH', '/api/workspace/second-factor', { cookie, body })
      assert.equal(response.status, 200, response.text)
    }
    await setSecondFactorRule(['auditor'])
    await using window = await openWindow({ url: probata.system.url })
    const { page } = window
    await plugIn(page)
    await signInByPassword(page, email)
    await page.getByRole('heading', { name: 'Set up a second factor', level: 1 }).waitFor()
    await assertAccessibleInBoth(page, 'enrolment that is required')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Required')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Recovery codes, shown only once').waitFor()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await home(page)
    await setSecondFactorRule([])
  })

  test('an install at an IP address says why passkeys are not available', async () => {
    await using other = await boot()
    await using window = await openWindow(other, { as: 'admin@acme.example' })
    const { page } = window
    await plugIn(page)
    await page.goto('/account')
    await waitUntilSettled(page)
    await page.getByText('Browsers create passkeys only for host names').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0)
  })
})
