import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { scopes } from '#http/access.ts'
import { minute, second } from '#lib/clock.ts'
import { clientSecret, password } from '#test/fixture.ts'
import { startForgingProvider } from '#test/forging-provider.ts'
import { type NameServer, startNameServer } from '#test/name-server.ts'
import { secondAdministrator } from '#test/second-administrator.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessibleInBoth, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { checkDialogs, confirm } from './dialogs.ts'

describe('service accounts, people and single sign-on', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let names: NameServer

  before(async () => {
    names = resources.use(await startNameServer())
    probata = resources.use(await boot({ nameServers: [names.address], env: { PROBATA_OIDC_ALLOW: '127.0.0.0/8' } }))
    await probata.token('acme-portal')
  })

  const tokenWith = async (clientId: string, secret: string): Promise<number> => {
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
    return (await probata.call('POST', '/api/v1/auth/token', { body })).status
  }

  const secretOf = async (page: Page): Promise<string> => {
    const dialog = page.getByRole('dialog', { name: 'Shown only once' })
    const text = await dialog.locator('code').first().textContent()
    return text ?? ''
  }

  test('an administrator creates a service account, sees its secret once, and rotates, disables and enables it', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/access/service-accounts')
    await waitUntilSettled(page)
    const table = page.getByRole('table', { name: 'Service accounts' })
    await table
      .getByRole('row', { name: /portal/ })
      .getByText(/seconds? ago|now|minute/)
      .waitFor()
    await table
      .getByRole('row', { name: /stranger/ })
      .getByText('never')
      .waitFor()
    await table
      .getByRole('row', { name: /retired/ })
      .getByText('disabled')
      .waitFor()

    await page.getByRole('button', { name: 'New service account' }).click()
    const dialog = page.getByRole('dialog', { name: 'New service account' })
    await dialog.getByLabel('Name').fill('Nightly backup')
    await dialog.getByLabel('Client ID').fill('acme-scanner')
    assert.deepEqual((await dialog.getByRole('group').locator('code').allTextContents()).sort(), [...scopes].sort())
    await dialog.getByRole('group', { name: 'Evidence' }).getByLabel('read').check()
    await dialog.getByRole('group', { name: 'Evidence' }).getByLabel('write').check()
    await confirm(page, 'Create')
    await dialog.getByText('must begin with acme_').waitFor()
    await dialog.getByLabel('Client ID').fill('acme_backup')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    const secretDialog = page.getByRole('dialog', { name: 'Shown only once' })
    await secretDialog.getByText(`curl -sS ${probata.url}/api/v1/auth/token`).waitFor()
    const first = await secretOf(page)
    assert.equal(await tokenWith('acme_backup', first), 200)
    await assertAccessibleInBoth(page, 'the secret')
    await secretDialog.getByRole('button', { name: 'I have stored it' }).click()

    await page.getByRole('heading', { name: 'Nightly backup', level: 1 }).waitFor()
    assert.equal((await page.content()).includes(first), false, 'the secret is gone')
    await page.getByText('Evidence: read, write').waitFor()
    await page.getByRole('table', { name: 'Recent activity' }).getByText('took an access token').first().waitFor()

    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    await page.getByText('stop working at once').waitFor()
    await confirm(page, 'Rotate the secret')
    await secretDialog.waitFor()
    const second = await secretOf(page)
    await secretDialog.getByRole('button', { name: 'I have stored it' }).click()
    assert.deepEqual([await tokenWith('acme_backup', first), await tokenWith('acme_backup', second)], [401, 200])

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('group', { name: 'Evidence' }).getByLabel('write').uncheck()
    await confirm(page, 'Save')
    await page.getByText('Evidence: read', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await confirm(page, 'Disable')
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    assert.equal(await tokenWith('acme_backup', second), 401)
    await confirm(page, 'Enable')
    await page.getByRole('button', { name: 'Disable', exact: true }).waitFor()
    await page.getByRole('table', { name: 'History' }).getByText('enabled the service account').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('an administrator invites, revokes, changes a role, ends sessions, and is not locked out', async () => {
    await probata.signIn('contributor@acme.example')
    await using window = await openWindow(probata, { as: 'admin@acme.example', scheme: 'dark' })
    const { page } = window
    await page.goto('/access/people')
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite' })
    await dialog.getByLabel('E-mail address').fill('new@acme.example')
    await dialog.getByLabel('Name').fill('Newcomer')
    await dialog.getByLabel('Auditor').check()
    await confirm(page, 'Create the link')
    const linkDialog = page.getByRole('dialog', { name: 'Shown only once' })
    await linkDialog.getByText('It was not mailed').waitFor()
    const link = await secretOf(page)
    assert.match(link, /\/invitation#/)
    await linkDialog.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('tab', { name: 'Invitations and reset links' }).click()
    await page.waitForURL(/tab=invitations/)
    const row = page.getByRole('row', { name: /new@acme.example/ })
    await row.getByText('pending').waitFor()
    await assertAccessibleInBoth(page, 'links')
    await row.getByRole('button', { name: 'Revoke' }).click()
    await confirm(page, 'Revoke')
    await row.getByText('revoked').waitFor()
    const token = link.slice(link.indexOf('#') + 1)
    assert.equal((await probata.call('POST', '/api/workspace/invitations/look', { body: { token } })).status, 401)

    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByRole('link', { name: 'contributor of acme' }).click()
    await page.getByRole('heading', { name: 'contributor of acme' }).waitFor()
    await page.getByRole('table', { name: 'Sessions' }).getByText('password').waitFor()
    await page.getByText('No active secrets').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reviewer').check()
    await confirm(page, 'Save')
    await page.getByText(/^Reviewer: Decides on claims/).waitFor()
    await page.getByRole('button', { name: 'End all sessions' }).click()
    await confirm(page, 'End all sessions')
    await page.getByText('Not signed in anywhere').waitFor()
    await page.getByRole('button', { name: 'Create a reset link' }).click()
    await confirm(page, 'Create a reset link')
    await linkDialog.getByRole('button', { name: 'I have stored it' }).click()

    await page.goto('/access/people?role=admin')
    await page.getByRole('link', { name: 'admin of acme' }).click()
    await page.getByText('This is you.').waitFor()
    const knownSecrets = page.getByRole('table', { name: 'Secrets they know' })
    await knownSecrets.getByText('secret of a service account').first().waitFor()
    await page
      .getByRole('table', { name: 'Recent activity' })
      .getByText('changed the account or access')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await confirm(page, 'Disable')
    await page
      .getByRole('alert')
      .getByText('is the last administrator; make another person an administrator first')
      .waitFor()
    await page
      .getByRole('alert')
      .getByText(/Request ID req_/)
      .waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('changing access long after the sign-in requires the password again; cancelling does nothing', async () => {
    await using window = await openWindow(probata, { as: 'admin@globex.example' })
    const { page } = window
    await page.goto('/access/service-accounts')
    await page.getByRole('link', { name: 'portal' }).click()
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    probata.clock.advance(11 * minute)
    await confirm(page, 'Rotate the secret')
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
    await proof.getByLabel(/^Password/).fill('not the one')
    await assertAccessibleInBoth(page, 'confirm', '[role=dialog]')
    await proof.getByRole('button', { name: 'Continue' }).click()
    await proof.getByText('is wrong').waitFor()
    await proof.getByRole('button', { name: 'Cancel' }).click()
    const rotation = page.getByRole('dialog', { name: 'Rotate the secret' })
    await rotation.getByRole('alert').getByText('Nothing was changed').waitFor()
    assert.equal(await tokenWith('globex-portal', clientSecret), 200)

    await rotation.getByRole('button', { name: 'Rotate the secret' }).click()
    assert.equal(await proof.getByLabel(/^Password/).inputValue(), '')
    await proof.getByLabel(/^Password/).fill(password)
    await proof.getByRole('button', { name: 'Continue' }).click()
    assert.equal(await tokenWith('globex-portal', await secretOf(page)), 200)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    await confirm(page, 'Rotate the secret')
    await page.getByRole('dialog', { name: 'Shown only once' }).waitFor()
    assert.equal(await proof.count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })

  /** Confirms the open request as the second administrator. */
  const confirmOpenRequest = async (): Promise<void> => {
    const cookie = await secondAdministrator(probata)
    const path = '/api/workspace/approval-requests'
    const { body } = await probata.call('GET', `${path}?status=open`, { cookie })
    const confirmation = await probata.call('POST', `${path}/${body.approvalRequests[0].id}/confirm`, {
      cookie,
      body: { reason: 'as was agreed upon by both of us' },
    })
    assert.equal(confirmation.status, 200, confirmation.text)
  }

  test('an administrator sets up single sign-on, sees why an issuer is wrong, and removes it', async () => {
    await using forger = await startForgingProvider()
    await secondAdministrator(probata)
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/access/single-sign-on')
    await page.getByText('No identity provider').waitFor()
    await page.getByText(`${probata.url}/sign-in/callback`).waitFor()
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Single sign-on' })
    await dialog.getByLabel(/^Name/).fill('Acme login')
    await dialog.getByLabel(/^Issuer/).fill(`${forger.issuer}/.well-known/openid-configuration`)
    await dialog.getByLabel(/^Client ID/).fill('client')
    await dialog.getByLabel(/^Client secret/).fill('a secret of the provider')
    await dialog.getByLabel(/^E-mail domains/).fill('acme.example')
    await dialog.getByLabel(/^Create people/).check()
    await confirm(page, 'Request the change')
    await dialog.getByText('An issuer is the part before /.well-known/').waitFor()
    await dialog.getByLabel(/^Issuer/).fill(forger.issuer)
    await dialog.getByRole('button', { name: 'Request the change', exact: true }).click()
    await page.getByRole('heading', { name: 'Waiting for a second person' }).waitFor()
    await assertAccessibleInBoth(page, 'a change of single sign-on that waits')
    await confirmOpenRequest()
    await page.reload()
    await page.getByText(forger.issuer, { exact: true }).waitFor()
    await page.getByText(`${probata.url}/sign-in?organization=acme`).waitFor()
    const domains = page.getByRole('region', { name: 'E-mail domains' })
    const [recordName = '', recordValue = ''] = await domains.locator('code').allTextContents()
    const checkButton = domains.getByRole('button', { name: 'Check now: acme.example' })
    await checkButton.click()
    await domains.getByRole('status').getByText('Not found').waitFor()
    await assertAccessibleInBoth(page, 'single sign-on')
    names.records.set(recordName, [recordValue])
    probata.clock.advance(11 * second)
    await checkButton.click()
    await domains.getByText('acme.example: verified', { exact: true }).waitFor()
    assert.equal(await domains.getByRole('status').count(), 0)
    await checkDialogs(page)
    assert.equal((await page.content()).includes('a secret of the provider'), false)
    await page.getByRole('button', { name: 'Remove' }).click()
    await confirm(page, 'Request the removal')
    await page.getByRole('heading', { name: 'Waiting for a second person' }).waitFor()
    await confirmOpenRequest()
    await page.reload()
    await page.getByText('No identity provider').waitFor()
    assert.deepEqual(window.pageErrors, [])
  })

  test('other roles see only the pages that they may open, without buttons that would fail', async () => {
    for (const role of ['second.reviewer', 'contributor']) {
      await using window = await openWindow(probata, { as: `${role}@globex.example`, phone: true })
      const { page } = window
      await page.goto('/access/service-accounts')
      await page.getByRole('heading', { name: 'Your role cannot open this page' }).waitFor()
      await page.goto('/access/single-sign-on')
      await page.getByRole('heading', { name: 'Your role cannot open this page' }).waitFor()
      await page.goto('/access/people?invite=admin')
      await waitUntilSettled(page)
      assert.equal(await page.getByRole('dialog').count(), 0, role)
      assert.equal(await page.getByRole('button', { name: 'Invite' }).count(), 0, role)
      const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      assert.ok(overflow <= 0, `${overflow} px to the side`)
      assert.deepEqual(window.pageErrors, [])
    }
    await using window = await openWindow(probata, { as: 'auditor@acme.example', language: 'de' })
    const { page } = window
    await page.goto('/access/service-accounts')
    await page.getByRole('link', { name: 'portal' }).click()
    await page.getByRole('table', { name: 'Letzte Aktivitäten' }).getByText('hat ein Zugriffstoken abgerufen').waitFor()
    assert.equal(await page.getByRole('button', { name: /Ändern|erneuern|Sperren/ }).count(), 0)
    assert.deepEqual(window.pageErrors, [])
  })
})
