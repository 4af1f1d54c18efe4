import assert from 'node:assert/strict'
import { test } from 'node:test'
import { password } from '#test/fixture.ts'
import { startIdentityProvider } from '#test/identity-provider.ts'
import { setProvider } from '#test/second-administrator.ts'
import { boot } from '#test/system.ts'
import { openWindow, waitUntilSettled, withChromium } from './browser.ts'

const people = [
  { sub: 'rita', email: 'reviewer@acme.example', email_verified: true, name: 'Rita' },
  { sub: 'stranger', email: 'stranger@elsewhere.example', email_verified: true, name: 'Stranger' },
]

test(
  'sign-in at an OpenID Connect provider leads to the requested page; strangers are rejected',
  withChromium,
  async () => {
    await using probata = await boot({ env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' } })
    await using provider = await startIdentityProvider({
      people,
      redirectUri: `${probata.url}/sign-in/callback`,
      signedOutUri: `${probata.url}/sign-in`,
    })
    const { issuer, clientId, clientSecret } = provider
    await setProvider(probata, await probata.signIn('admin@acme.example'), {
      ...{ issuer, clientId, clientSecret, name: 'Acme login', createPeople: false, defaultRole: 'auditor' },
      emailDomains: ['acme.example'],
    })
    await probata.sql('update sign_on_domain set named = true')

    const enter = async (sub: string) => {
      const window = await openWindow(probata)
      const { page } = window
      await page.goto('/evidence/claims?status=submitted')
      await page.getByLabel('E-mail address').fill('reviewer@acme.example')
      await page.getByRole('button', { name: 'Single sign-on' }).click()
      await page.waitForURL(`${issuer}/**`)
      await page.locator('input[name=login]').fill(sub)
      await page.locator('input[name=password]').fill('any')
      await page.locator('button[type=submit]').click()
      await page.locator('button[type=submit]', { hasText: 'Continue' }).click()
      return window
    }

    await using own = await openWindow(probata)
    await own.page.goto('/account')
    await own.page.getByLabel('E-mail address').fill('reviewer@acme.example')
    await own.page.getByLabel(/^Password/).fill(password)
    await own.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await own.page.getByRole('button', { name: 'Connect my sign-on' }).click()
    await own.page.waitForURL(`${issuer}/**`)
    await own.page.locator('input[name=login]').fill('rita')
    await own.page.locator('input[name=password]').fill('any')
    await own.page.locator('button[type=submit]').click()
    await own.page.locator('button[type=submit]', { hasText: 'Continue' }).click()
    await own.page.getByText('Connected with your sign-on at Acme login since').waitFor()

    await using window = await enter('rita')
    await window.page.getByRole('heading', { name: 'Claims', level: 1 }).waitFor()
    assert.equal(new URL(window.page.url()).search, '?status=submitted')
    await window.page.goto('/account')
    await waitUntilSettled(window.page)
    await window.page.getByText('single sign-on').first().waitFor()
    await window.page.getByRole('button', { name: 'Your account' }).click()
    await window.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await window.page.waitForURL(`${issuer}/**`)
    await window.page.getByRole('button', { name: /sign me out/i }).click()
    await window.page.getByText('You are signed out, here and at your identity provider.').waitFor()
    assert.equal(new URL(window.page.url()).origin, probata.url)
    await window.page.getByLabel('E-mail address').fill('reviewer@acme.example')
    await window.page.getByRole('button', { name: 'Single sign-on' }).click()
    await window.page.locator('input[name=login]').waitFor()

    await using again = await openWindow(probata, { as: 'reviewer@acme.example' })
    await again.page.goto('/account')
    await again.page.getByRole('button', { name: 'Disconnect my sign-on' }).click()
    await again.page.getByRole('dialog').getByRole('button', { name: 'Disconnect my sign-on' }).click()
    await again.page.getByRole('button', { name: 'Connect my sign-on', exact: true }).waitFor()

    await using other = await enter('stranger')
    await other.page.getByRole('alert').waitFor()
    await other.page.getByRole('link', { name: 'Back to sign-in' }).click()
    await other.page.getByLabel('E-mail address').fill('stranger@elsewhere.example')
    await other.page.getByRole('button', { name: 'Single sign-on' }).click()
    await other.page.getByRole('alert').waitFor()
    assert.deepEqual([...own.pageErrors, ...window.pageErrors, ...again.pageErrors, ...other.pageErrors], [])
  },
)
