/**
 * `npm run screenshots [FOLDER] [PART]`: takes full screenshots of every page of a workspace with a history, on a
 * desktop, on a phone, in dark mode and in German. PART is a regular expression that selects pages by path.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { shareTestPostgres } from '#test/postgres.ts'
import { fileNameOf, pagesOf, publicPages } from './all-pages.ts'
import { openWindow, shareBrowser, waitUntilSettled } from './browser.ts'
import { startShowcase } from './showcase.ts'

const part = new RegExp(process.argv[3] ?? '')
const folder = process.argv[2] ?? join(import.meta.dirname, '..', '..', 'dist', 'screenshots')

const variants = {
  desktop: {},
  dark: { scheme: 'dark' },
  phone: { phone: true },
  german: { language: 'de-DE' },
  'german-phone': { language: 'de-DE', phone: true, scheme: 'dark' },
} as const

await mkdir(folder, { recursive: true })
await using _postgres = await shareTestPostgres()
await using showcase = await startShowcase()
await using _browser = await shareBrowser()

let complaints = 0
for (const [variant, options] of Object.entries(variants))
  for (const [pages, as] of [
    [pagesOf(showcase), showcase.admin],
    [publicPages, undefined],
  ] as const) {
    await using window = await openWindow(showcase.probata, { ...options, ...(as && { as }) })
    for (const [path, address] of Object.entries(pages).filter(([path]) => part.test(path))) {
      await window.page.goto(address)
      await waitUntilSettled(window.page)
      await window.page.screenshot({
        path: join(folder, `${fileNameOf(path)}-${variant}.png`),
        fullPage: true,
        animations: 'disabled',
      })
    }
    for (const complaint of window.pageErrors) console.log(`${variant}: ${complaint}`)
    complaints += window.pageErrors.length
  }
console.log(`${folder}: ${Object.keys(variants).length} looks of every page, ${complaints} complaints`)
process.exitCode = complaints === 0 ? 0 : 1
