import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'

/** The pages that people open first, with their addresses. */
export const firstPages = {
  'the sign-in page': '/sign-in',
  home: '/',
  'the list of claims': '/evidence/claims',
} as const

/**
 * Records when the heading appears, and when the app shows the page without a placeholder. Observes the document
 * instead of frames, because the app may send more requests before the next frame.
 */
const watch = `{
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1')) globalThis.headingAt ??= performance.now()
    if (!document.querySelector('#root h1') || document.querySelector('.mantine-Skeleton-root')) return
    globalThis.usableAt = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}`

const untilUsable = `new Promise(done => {
  const look = () => (globalThis.usableAt ? done() : setTimeout(look, 50))
  look()
})`

export const watchFirstLoad = (context: BrowserContext): Promise<unknown> => context.addInitScript(watch)

/** The cost of opening one page. Times are in milliseconds since the navigation, sizes in kB after gzip. */
export interface FirstLoad {
  readonly headingAt: number
  readonly usableAt: number
  /** The time of the last response before half a second without requests. */
  readonly quietAt: number
  /** The requests that were sent before the page was usable, including the request for the document. */
  readonly requests: readonly string[]
  /** The size of the scripts that were loaded before the page was usable, and before it was quiet. */
  readonly script: number
  readonly scriptUntilQuiet: number
}

const assets = join(import.meta.dirname, '..', '..', 'dist', 'web', 'assets')

const sizeOf = (names: readonly string[]): number =>
  names
    .filter(name => name.endsWith('.js'))
    .reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(assets, name.replace('/assets/', ''))), { level: 9 }).length,
      0,
    ) / 1000

interface Entry {
  readonly path: string
  readonly startTime: number
  readonly responseEnd: number
}

/** Opens an address in a page whose context records the load, and waits until the page is quiet. */
export const openFirst = async (page: Page, address: string): Promise<FirstLoad> => {
  await page.goto(address)
  await page.evaluate(untilUsable)
  await page.waitForLoadState('networkidle')
  const { headingAt, usableAt, entries } = await page.evaluate<{
    readonly headingAt: number
    readonly usableAt: number
    readonly entries: readonly Entry[]
  }>(`({ headingAt, usableAt, entries: performance.getEntriesByType('resource').map(
    ({ name, startTime, responseEnd }) => ({ path: new URL(name).pathname, startTime, responseEnd })) })`)
  const pathsBeforeUsable = entries.filter(({ startTime }) => startTime <= usableAt).map(({ path }) => path)
  return {
    headingAt,
    usableAt,
    quietAt: Math.max(...entries.map(({ responseEnd }) => responseEnd)),
    requests: [address, ...pathsBeforeUsable],
    script: sizeOf(pathsBeforeUsable),
    scriptUntilQuiet: sizeOf(entries.map(({ path }) => path)),
  }
}
