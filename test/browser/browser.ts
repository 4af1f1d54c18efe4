import assert from 'node:assert/strict'
import { join } from 'node:path'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { password } from '#test/fixture.ts'
import type { Probata } from '#test/system.ts'
import { moveDate, timeAhead } from '#test/time-ahead.ts'
import { browsers, findExecutable } from '#test/tools.ts'
import { patience, until } from '#test/until.ts'

const executable = browsers.map(findExecutable).find(path => path !== undefined)

/** Options for tests that need Chromium; test/tools.ts says how to install it. */
export const withChromium = executable ? {} : { skip: 'chromium is not installed' }

const chromiumFlags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

const launchOptions = (): LaunchOptions => {
  assert.ok(executable)
  return { executablePath: executable, args: chromiumFlags }
}

/** Starts Debian's Chromium with its own profile. */
export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions())

/** The environment variable with the address of the run's shared Chromium. It is set for every process of the run. */
const variable = 'PROBATA_TEST_BROWSER'

/** Starts one Chromium for all windows of a run. Each window has a profile of its own. */
export const shareBrowser = async (): Promise<AsyncDisposable> => {
  const server = await chromium.launchServer(launchOptions())
  process.env[variable] = server.wsEndpoint()
  return { [Symbol.asyncDispose]: () => server.close() }
}

export type ColorScheme = 'light' | 'dark'

/** One person's browser window. `pageErrors` collects errors that the page does not show. */
export interface Window extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** Script errors, violations of the Content-Security-Policy, and requests to other hosts. */
  readonly pageErrors: string[]
}

interface WindowOptions {
  readonly scheme?: ColorScheme
  readonly phone?: boolean
  readonly language?: string
  /** The IANA name of the time zone; UTC by default. */
  readonly timezone?: string
  /** The person of test/fixture.ts who is signed in. Omit this for an anonymous window. */
  readonly as?: string
  /** Whether the app preloads pages, which takes a tenth of a window's CPU time. */
  readonly loadsAhead?: boolean
}

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1360, height: 900 } }

const saveData = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`

/** Opens a window on a running Probata. Signs in through the API, because the sign-in page has its own tests. */
export const openWindow = async (probata: Pick<Probata, 'url'>, options: WindowOptions = {}): Promise<Window> => {
  const { scheme = 'light', phone = false, language = 'en-GB', timezone = 'UTC', as, loadsAhead = false } = options
  const shared = process.env[variable]
  assert.ok(shared, 'no Chromium is shared: npm test starts one')
  await using resources = new AsyncDisposableStack()
  const browser = resources.use(await chromium.connect(shared))
  const context = resources.use(
    await browser.newContext({
      baseURL: probata.url,
      colorScheme: scheme,
      viewport: phone ? sizes.phone : sizes.desktop,
      locale: language,
      timezoneId: timezone,
      reducedMotion: 'reduce',
    }),
  )
  if (timeAhead !== 0) await context.addInitScript(moveDate, timeAhead)
  if (!loadsAhead) await context.addInitScript(saveData)
  await context.addInitScript(watchPresses)
  if (as) {
    const response = await context.request.post('/api/workspace/session', { data: { email: as, password } })
    assert.equal(response.status(), 200, await response.text())
  }
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  watch(page)
  makePatient(page)
  const pageErrors: string[] = []
  page.on('pageerror', error => pageErrors.push(`error: ${error.stack ?? error.message}`))
  page.on('console', message => {
    const text = message.text()
    // The browser also logs requests that the server rejected. The page shows these errors itself.
    if (message.type() === 'error' && !/Failed to load resource/.test(text)) pageErrors.push(`console: ${text}`)
  })
  page.on('request', request => {
    // The links on an identity provider's own page are not under test.
    const isOurs = request.frame().url().startsWith(probata.url) && !request.isNavigationRequest()
    const url = new URL(request.url())
    if (isOurs && /^https?:$/.test(url.protocol) && url.origin !== new URL(probata.url).origin)
      pageErrors.push(`third party: ${request.url()}`)
  })
  const owned = resources.move()
  return { page, context, pageErrors, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The requests of each page that have no response yet. */
const pendingRequests = new WeakMap<Page, Set<Request>>()

const watch = (page: Page): void => {
  const open = new Set<Request>()
  pendingRequests.set(page, open)
  page.on('request', request => {
    if (new URL(request.url()).pathname.startsWith('/api/')) open.add(request)
  })
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
}

/** Whether the page is idle and shows no skeleton. A document without the app has nothing to render. */
const isRendered = `new Promise(resolve => requestIdleCallback(
  () => resolve(
    !document.querySelector('#root') ||
    (document.querySelector('#root h1') !== null &&
      document.querySelector('.mantine-Skeleton-root, search[aria-busy]') === null)
  ),
  { timeout: 500 }
))`

const isQuiet = async (page: Page): Promise<boolean> => {
  // During a navigation no document can respond.
  const isDrawn = await page.evaluate(isRendered).catch(() => false)
  return isDrawn === true && (pendingRequests.get(page)?.size ?? 0) === 0
}

/** Returns the visible content of a page that does not behave as expected, for the failure message. */
const readVisibleContent = async (page: Page): Promise<string> => {
  const pending = [...(pendingRequests.get(page) ?? [])].map(request => `${request.method()} ${request.url()}`)
  const text = await page.locator('body').innerText({ timeout: 5000 }).catch(String)
  return [page.url(), ...pending.map(one => `not answered: ${one}`), text.slice(0, 3000)].join('\n')
}

const failWithContent = async (page: Page, error: unknown): Promise<never> => {
  throw new Error(`${error}\n${await readVisibleContent(page)}`, { cause: error })
}

/**
 * Waits until a page has loaded its data: no skeleton is left and every request has a response. Rendering a response
 * can cause further requests, so the page must be quiet twice.
 */
export const waitUntilSettled = async (page: Page): Promise<void> => {
  let quietChecks = 0
  const isSettled = async () => {
    quietChecks = (await isQuiet(page)) ? quietChecks + 1 : 0
    return quietChecks === 2
  }
  await until('the page has settled', isSettled).catch(error => failWithContent(page, error))
}

/** Playwright's methods that act on a page or read from it without waiting for requests in progress. */
const impatientMethods = [
  ...['fill', 'check', 'uncheck', 'selectOption', 'setInputFiles'],
  ...['all', 'count', 'allInnerTexts', 'allTextContents', 'isEnabled', 'isVisible'],
]

/**
 * Runs in each document. Detects a lost click: content above the pressed element appeared or disappeared, so the element
 * moved away from the pointer before the release, and the click went to a common ancestor.
 */
const watchPresses = `{
  let pressed
  globalThis.isPressLost = () => pressed?.isConnected === true
  addEventListener('mousedown', ({ target }) => (pressed = target.closest('button, a, label, [role]') ?? target), true)
  addEventListener('click', ({ target }) => pressed?.contains(target) && (pressed = undefined), true)
}`

const isPressLost = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('globalThis.isPressLost?.()').catch(() => false)

const patientLocators = new WeakSet<object>()

/**
 * Makes each goto and all `impatientMethods` wait until the page has settled, because data that arrives later would
 * reset a form. Repeats a click that was lost.
 */
const makePatient = (page: Page): void => {
  const goto = page.goto.bind(page)
  page.goto = async (...args) => {
    const response = await goto(...args)
    await waitUntilSettled(page)
    return response
  }
  const locators = Object.getPrototypeOf(page.locator('html'))
  if (patientLocators.has(locators)) return
  patientLocators.add(locators)
  const { waitFor } = locators
  locators.waitFor = async function (this: Locator, ...args: unknown[]) {
    return waitFor.apply(this, args).catch((error: unknown) => failWithContent(this.page(), error))
  }
  const { click } = locators
  locators.click = async function (this: Locator, ...args: unknown[]) {
    await click.apply(this, args)
    if (await isPressLost(this.page())) await click.apply(this, args)
  }
  for (const name of impatientMethods) {
    const method = locators[name]
    locators[name] = async function (this: Locator, ...args: unknown[]) {
      await waitUntilSettled(this.page())
      return method.apply(this, args)
    }
  }
}

/** Navigates to another page of the workspace as a link does, without a reload. */
export const visit = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(`for (const heading of document.querySelectorAll('h1')) heading.dataset.left = ''
    history.pushState({}, '', ${JSON.stringify(address)})`)
  await page.locator('h1:not([data-left])').first().waitFor()
  await waitUntilSettled(page)
}

/** The axe rules that depend on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']

interface AxeOptions {
  /** The rules to run. By default, all rules run. */
  readonly rules?: readonly string[]
  /** The rules not to run. */
  readonly except?: readonly string[]
  /** A CSS selector for the part of the page to check. */
  readonly part?: string
}

/** Throws an error with each violation that axe finds (WCAG 2.2 level A and AA, best practices). */
export const assertAccessible = async (
  page: Page,
  pageName: string,
  { rules, except = [], part: within }: AxeOptions = {},
): Promise<void> => {
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: [...rules] }),
    rules: Object.fromEntries(except.map(rule => [rule, { enabled: false }])),
  }
  // Finishes transitions, because axe would otherwise check intermediate colours.
  await page.evaluate('for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()')
  // Injected once into each document.
  if (!(await page.evaluate('Boolean(globalThis.axe)'))) await page.evaluate(axe.source)
  const { violations }: AxeResults = await page.evaluate(
    `axe.run(${within ? JSON.stringify(within) : 'document'}, ${JSON.stringify(options)})`,
  )
  const violationTexts = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(node => `    ${node.html}\n    ${node.any[0]?.message ?? ''}`).join('\n')}`,
  )
  assert.deepEqual(violationTexts, [], `${pageName}\n${violationTexts.join('\n')}`)
}

/**
 * Checks the page in light mode, and the colour rules in dark mode. If SHOTS names a folder, takes a screenshot of
 * both.
 */
export const assertAccessibleInBoth = async (page: Page, pageName: string, within?: string): Promise<void> => {
  const part = within ? { part: within } : {}
  for (const [colorScheme, rules] of [
    ['dark', { rules: colourRules }],
    ['light', {}],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    await assertAccessible(page, `${pageName}, ${colorScheme}`, { ...part, ...rules })
    const { SHOTS } = process.env
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${pageName}-${colorScheme}.png`), fullPage: true })
  }
}
