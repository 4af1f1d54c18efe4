import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '#test/browser/browser.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { scaled } from './scale.ts'
import { seedClaims } from './seed.ts'
import { admin, type Server, startServer } from './server.ts'
import { measureFirstPages } from './web-cold.ts'

const rounds = scaled(7, 1)
const claims = scaled(100_000, 1000)

/** Pages with lists, by menu entry. Each has a selector for elements that are present once the page is usable. */
const lists = {
  Claims: 'table tbody tr',
  Requirements: 'main table tbody tr, main section',
  Packages: 'main h1',
  Webhooks: 'main h1',
  'Service accounts': 'table tbody tr',
  People: 'table tbody tr',
  Audit: 'table tbody tr',
  Jobs: 'table tbody tr',
} as const

/** The milliseconds from the click until the page shows its records and the browser accepts input. */
const clickToUsable = (page: Page, name: string, selector: string): Promise<number> =>
  page.evaluate(`new Promise(done => {
    const link = [...document.querySelectorAll('nav a')].find(a => a.textContent.trim() === ${JSON.stringify(name)})
    const start = performance.now()
    const old = document.querySelector('h1')?.textContent
    link.click()
    const look = () => {
      const isShown = document.querySelector('h1')?.textContent !== old && document.querySelector(${JSON.stringify(selector)})
      if (isShown && !document.querySelector('.mantine-Skeleton-root')) setTimeout(() => done(performance.now() - start))
      else requestAnimationFrame(look)
    }
    look()
  })`)

/** A session cookie in the format of `addCookies`. */
type SessionCookie = Parameters<BrowserContext['addCookies']>[0][number]

/** Opens a browser context with an empty cache, signed in by cookies. */
const openContext = async (
  browser: Browser,
  { url }: Server,
  cookies: readonly SessionCookie[] = [],
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1360, height: 900 },
    locale: 'en-GB',
  })
  await context.addCookies(cookies)
  return context
}

// Called only once, because sign-ins are rate-limited. Does not read the cookies from the browser (`storageState`,
// `cookies`): those calls have no timeout, and an unresponsive browser would block the whole run.
const signIn = async ({ url }: Server): Promise<SessionCookie[]> => {
  const response = await fetch(new URL('/api/workspace/session', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.headers.getSetCookie().map(cookie => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    return { name, value, url }
  })
}

/** The waiting times in the browser, in a workspace with 100,000 claims. */
export const web: Benchmark = {
  name: 'web',
  async run() {
    await using server = await startServer()
    await seedClaims(server, claims)
    await using browser = await openBrowser()
    const cookies = await signIn(server)
    const figures = await measureFirstPages(isSignedIn => openContext(browser, server, isSignedIn ? cookies : []))
    await using context = await openContext(browser, server, cookies)
    const page = await context.newPage()
    const timesByPage = new Map(Object.keys(lists).map(name => [name, [] as number[]]))
    for (let round = 0; round < rounds; round++) {
      await page.goto('/account')
      await page.locator('h1').first().waitFor()
      for (const [name, selector] of Object.entries(lists))
        timesByPage.get(name)?.push(await clickToUsable(page, name, selector))
    }
    for (const [name, samples] of timesByPage)
      figures.push(figure({ label: `${name}, from the click until it can be used`, samples, atMost: 120, unit: 'ms' }))
    return figures
  },
}
