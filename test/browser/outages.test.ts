import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createTestDatabase } from '#test/postgres.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'
import { assertAccessibleInBoth, openWindow, visit, waitUntilSettled, withChromium } from './browser.ts'

const unanswered = 'The server does not respond'

/** Asserts that the page has the frame that all pages share, and a single heading. */
const assertInShell = async (page: Page, heading: string) => {
  await page.getByRole('main').getByRole('heading', { name: heading, level: 1 }).waitFor()
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
  assert.equal(await page.getByRole('main').count(), 1)
  assert.equal(
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^(Claims|Nachweise)$/ })
      .isVisible(),
    true,
  )
}

/** Counts the documents that the page loads from now on. */
const countDocuments = (page: Page) => {
  let count = 0
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count++
  })
  return () => count
}

const jobsCode = /\/assets\/jobs-[\w-]+\.js$/

const openJobs = async (page: Page) => {
  await page.getByRole('button', { name: 'Operate' }).click()
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
}

describe('pages that cannot be shown', withChromium, () => {
  const resources = suiteResources()
  let probata: Probata

  before(async () => {
    probata = resources.use(await boot())
  })

  for (const [language, heading, home] of [
    ['en-GB', 'Not found', 'Go to Home'],
    ['de-DE', 'Seite nicht gefunden', 'Zur Übersicht'],
  ] as const)
    test(`${language}: an unknown address shows the menu and what to do`, async () => {
      await using window = await openWindow(probata, { as: 'admin@acme.example', language })
      const { page } = window
      for (const address of ['/no/such/page', '/sign-in/elsewhere', '/evidence/nothing-here']) {
        await page.goto(address)
        await assertInShell(page, heading)
      }
      await assertAccessibleInBoth(page, `no page, ${language}`)
      await page.getByRole('main').getByRole('link', { name: home }).click()
      await page.waitForURL(`${probata.url}/`)
      assert.deepEqual(window.pageErrors, [])
    })

  test('a page whose code fails keeps the menu; a guest without a session gets a main landmark too', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/')
    await page.route(jobsCode, route => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("x")' }))
    await openJobs(page)
    await assertInShell(page, 'This page could not be shown')
    await assertAccessibleInBoth(page, 'failed page')
    await page.getByRole('link', { name: 'Claims', exact: true }).click()
    await assertInShell(page, 'Claims')
    await using guest = await openWindow(probata)
    await guest.page.route(/\/assets\/sign-in-[\w-]+\.js$/, route =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("x")' }),
    )
    await guest.page.goto('/sign-in')
    await guest.page
      .getByRole('main')
      .getByRole('heading', { name: 'This page could not be shown', level: 1 })
      .waitFor()
    await assertAccessibleInBoth(guest.page, 'failed page outside a session')
  })

  test('a page whose code is out of reach says so, and appears without a click', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page, context } = window
    await page.goto('/')
    const documents = countDocuments(page)
    await context.setOffline(true)
    await openJobs(page)
    await assertInShell(page, 'Waiting for the server')
    await page.getByRole('status').getByText(unanswered).first().waitFor()
    await assertAccessibleInBoth(page, 'page out of reach')
    await context.setOffline(false)
    await assertInShell(page, 'Jobs')
    assert.equal(await page.getByText(unanswered).count(), 0)
    assert.equal(documents(), 0)
  })

  test('if the server no longer has the code of a page, the app reloads once, and then offers a reload', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    await page.goto('/')
    const documents = countDocuments(page)
    await page.route(jobsCode, route => route.fulfill({ status: 404 }))
    await openJobs(page)
    await assertInShell(page, 'This page needs the new version')
    await assertAccessibleInBoth(page, 'page of an older version')
    assert.equal(documents(), 1)
    await page.unroute(jobsCode)
    await page.getByRole('main').getByRole('button', { name: 'Load it' }).click()
    await assertInShell(page, 'Jobs')
  })

  test('a read that fails on the server is repeated without a click', async () => {
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page } = window
    const jobs = /\/api\/workspace\/jobs(\?|$)/
    const body = JSON.stringify({ error: 'internal_error', message: 'The server failed.', requestId: 'req_1' })
    await page.route(jobs, route => route.fulfill({ status: 500, contentType: 'application/json', body }))
    await page.goto('/trails/jobs')
    await page.getByRole('alert').getByText('The page tries again by itself.').waitFor()
    await assertAccessibleInBoth(page, 'repeated read')
    await page.unroute(jobs)
    await page.getByRole('main').locator('table tbody tr').first().waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  })
})

/** Reads the paths in the service worker's caches, once it is ready. */
const readCachedPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`navigator.serviceWorker.ready.then(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })`)

describe('the service worker', withChromium, () => {
  test('after one visit, pages open while the server is stopped and load by themselves later; no private data is cached', async () => {
    await using database = await createTestDatabase('workspace')
    const { connection } = database
    const first = await boot({ database: connection, provision: null })
    const env = { PORT: new URL(first.url).port }
    await using window = await openWindow(first, { as: 'admin@acme.example', loadsAhead: true })
    const { page } = window
    await page.goto('/')
    await until('the worker has kept all files', () => page.evaluate('navigator.serviceWorker.controller !== null'))
    const cachedPaths = await readCachedPaths(page)
    assert.ok(cachedPaths.length > 100)
    assert.deepEqual(
      cachedPaths.filter(path => path !== '/' && !/^\/assets\/[\w.-]+$/.test(path)),
      [],
    )
    await page.getByRole('button', { name: 'Operate' }).click()
    await first[Symbol.asyncDispose]()

    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    // The page waits for its data, so it shows only its frame.
    await page.getByRole('main').getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Claims' }).waitFor()
    await page.getByRole('status').getByText(unanswered).first().waitFor()
    const other = await window.context.newPage()
    await other.goto('/governance/risks')
    await other.getByRole('main').getByRole('heading', { name: 'Waiting for the server', level: 1 }).waitFor()
    await assertAccessibleInBoth(other, 'document during an outage')

    await using _second = await boot({ database: connection, provision: null, env })
    await page.getByRole('main').locator('table tbody tr').first().waitFor()
    assert.equal(await page.getByText(unanswered).count(), 0)
    await other.getByRole('heading', { name: 'Risks', level: 1 }).waitFor()
    await visit(page, '/evidence/claims')
    await waitUntilSettled(page)
    assert.deepEqual(
      (await readCachedPaths(page)).filter(path => path.startsWith('/api')),
      [],
    )
    assert.deepEqual(window.pageErrors, [])
  })

  test('its script is revalidated at every visit, and may only call this server', async () => {
    await using probata = await boot()
    const { status, headers, text } = await probata.call('GET', '/service-worker.js')
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'no-cache')
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; connect-src 'self'")
    assert.doesNotMatch(text, /\/assets\/preview-|\.br"|\.gz"/)
  })

  test('a new version deletes all caches except that of the previous one', async () => {
    await using probata = await boot()
    await using window = await openWindow(probata, { as: 'admin@acme.example' })
    const { page, context } = window
    await page.goto('/')
    await page.evaluate(`(async () => {
      for (const name of ['probata-files-1', 'probata-files-2']) await (await caches.open(name)).put('/x', new Response('x'))
      await navigator.serviceWorker.register('/service-worker.js')
    })()`)
    const names = () => page.evaluate<readonly string[]>('caches.keys()')
    await until('the oldest is removed', async () => !(await names()).includes('probata-files-1'))
    assert.equal((await names()).length, 2)
    assert.ok((await names()).includes('probata-files-2'))
    assert.equal(context.pages().length, 1)
  })
})
