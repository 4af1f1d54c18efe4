import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { clientSecret } from '#test/fixture.ts'
import { createSubmissionsClient } from '#test/submissions/submissions-client.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertAccessible, openWindow, waitUntilSettled, withChromium } from './browser.ts'
import { choose } from './choose.ts'

const run = promisify(execFile)

const runners = {
  curl: { file: 'steps.sh', command: 'bash', flags: ['-eu', '-o', 'pipefail'] },
  typescript: { file: 'steps.ts', command: process.execPath, flags: [] },
} as const

/** The rules that Scalar's own components violate. */
const scalarRules = ['button-name', 'label-content-name-mismatch', 'scrollable-region-focusable']

describe('the connect page', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata
  let folder: string

  before(async () => {
    probata = resources.use(await boot())
    folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'probata-connect-'))).path
    const client = await createSubmissionsClient(probata)
    const packageId = await client.package(await client.requirement())
    await client.follow(packageId, 'submitted')
    const [account] = (await client.must(200, 'GET', '/service-accounts')).serviceAccounts.filter(
      ({ clientId }: { clientId: string }) => clientId === 'acme-scanner',
    )
    const scopes = [...account.scopes, 'governance.submissions:read', 'governance.submissions:write']
    await client.must(200, 'PATCH', `/service-accounts/${account.id}`, { scopes })
  })

  const codeOf = (page: Page) => page.getByRole('region', { name: /^Code: / }).allTextContents()

  for (const language of ['curl', 'typescript'] as const)
    test(`its examples in ${language} work against this server`, async () => {
      await using window = await openWindow(probata, { as: 'admin@acme.example' })
      const { page } = window
      await page.goto(`/connect?language=${language}`)
      await waitUntilSettled(page)
      await choose(page, 'Service account', 'reader')
      await page.getByText('reader does not have this scope.').first().waitFor()
      await choose(page, 'Service account', 'scanner')
      await page.waitForURL(/account=sva_/)
      const code = await codeOf(page)
      assert.equal(code.length, 6)
      const { file, command, flags } = runners[language]
      const path = join(folder, file)
      await writeFile(path, code.join('\n\n'))
      const env = { PATH: process.env.PATH, CLIENT_SECRET: clientSecret }
      const { stdout } = await run(command, [...flags, path], { cwd: folder, env })
      assert.match(stdout, /Nightly backup/, 'the requirement')
      assert.match(stdout, /gec_/, 'the claim')
      assert.match(stdout, /arl_/, 'the file')
      assert.match(stdout, /accepted/, 'the package')
      assert.match(stdout, language === 'curl' ? /whsec_/ : /signingSecret|webhook/, 'the webhook')
      await assert.rejects(run(command, [...flags, path], { cwd: folder, env: { ...env, CLIENT_SECRET: 'wrong' } }))
      assert.deepEqual(window.pageErrors, [])
    })

  test('without service accounts the page says who can create one; an empty workspace also has examples', async () => {
    await using window = await openWindow(probata, {
      as: 'contributor@globex.example',
      phone: true,
      language: 'de',
    })
    const { page } = window
    await page.goto('/connect')
    await page.getByText('Bitten Sie die Administration um ein Dienstkonto').waitFor()
    await page.getByText('Es gibt noch kein Paket').waitFor()
    assert.match((await page.getByRole('region').allTextContents()).join(), /YOUR_CLIENT_ID/)
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    assert.ok(overflow <= 0, `${overflow} px to the side`)
    assert.deepEqual(window.pageErrors, [])
  })

  test('the reference shows both documents under its Content-Security-Policy, and links back', async () => {
    await using window = await openWindow(probata, { as: 'auditor@acme.example' })
    const { page } = window
    await page.goto('/')
    await page.getByRole('link', { name: 'API reference' }).first().click()
    await page.waitForURL(/\/docs\/$/)
    await page.getByText('For systems that push evidence and read').first().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`body.${colorScheme}-mode`).waitFor()
      // Scalar's colours start to change one frame after the class changes.
      await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
      await assertAccessible(page, `API reference, ${colorScheme}`, { except: scalarRules })
    }
    await page.goto('/docs/?api=workspace')
    await page.getByText('Get the signed-in person and their session').first().waitFor()
    await page.getByRole('link', { name: 'Back to the workspace' }).click()
    await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    assert.deepEqual(window.pageErrors, [])
  })
})
