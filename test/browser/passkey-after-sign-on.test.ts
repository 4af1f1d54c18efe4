import assert from 'node:assert/strict'
import { test } from 'node:test'
import { password } from '#test/fixture.ts'
import { freePort } from '#test/free-port.ts'
import { startIdentityProvider } from '#test/identity-provider.ts'
import { connectPeople, useProvider } from '#test/sign-on.ts'
import { boot } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, withChromium } from './browser.ts'
import { plugIn } from './device.ts'

const email = 'reviewer@acme.example'
const people = [{ sub: 'rita', email, email_verified: true, name: 'Rita' }]

for (const verifies of [true, false])
  test(
    `single sign-on requests the person's passkey, which opens the session ${verifies ? 'with' : 'without'} user verification`,
    withChromium,
    async () => {
      const port = await freePort()
      const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PORT: String(port), PROBATA_URL: `http://localhost:${port}` }
      await using probata = await boot({ env })
      const redirectUri = `${env.PROBATA_URL}/sign-in/callback`
      await using provider = await startIdentityProvider({ people, redirectUri })
      const { issuer, clientId, clientSecret } = provider
      await useProvider(probata, { issuer, clientId, clientSecret })
      await connectPeople(probata, { reviewer: 'rita' })

      await using window = await openWindow({ url: env.PROBATA_URL })
      const { page } = window
      await plugIn(page, verifies)
      await page.goto('/account')
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel(/^Password/).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Test device')
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'I have stored it' }).click()
      await page.getByRole('cell', { name: 'Test device' }).waitFor()

      await page.context().clearCookies()
      await page.goto('/evidence/claims?status=submitted')
      await page.getByLabel('E-mail address').fill(email)
      await page.getByRole('button', { name: 'Single sign-on' }).click()
      await page.waitForURL(`${issuer}/**`)
      await page.locator('input[name=login]').fill('rita')
      await page.locator('input[name=password]').fill('any')
      await page.locator('button[type=submit]').click()
      await page.locator('button[type=submit]', { hasText: 'Continue' }).click()
      await page.getByText('Now use your passkey').waitFor()
      if (verifies) await assertAccessibleInBoth(page, 'passkey after single sign-on')
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByRole('heading', { name: 'Claims', level: 1 }).waitFor()
      assert.equal(new URL(page.url()).search, '?status=submitted')
      assert.deepEqual(window.pageErrors, [])
    },
  )
