/** `npm run screenshots [FOLDER]`: every page of a workspace with a history, on a desktop, a phone, and in the dark. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { shareTestPostgres } from '#test/postgres.ts'
import { fileNameOf, pagesOf, publicPages } from './all-pages.ts'
import { openWindow, settled, shareBrowser } from './browser.ts'
import { startShowcase } from './showcase.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, '..', '..', 'dist', 'screenshots')

const looks = {
  desktop: {},
  dark: { scheme: 'dark' },
  phone: { phone: true },
} as const

await mkdir(folder, { recursive: true })
await using _postgres = await shareTestPostgres()
await using showcase = await startShowcase()
await using _browser = await shareBrowser()

let complaints = 0
for (const [look, options] of Object.entries(looks))
  for (const [pages, as] of [
    [pagesOf(showcase), showcase.admin],
    [publicPages, undefined],
  ] as const) {
    await using window = await openWindow(showcase.probata, { ...options, ...(as && { as }) })
    for (const [path, address] of Object.entries(pages)) {
      await window.page.goto(address)
      await settled(window.page)
      await window.page.screenshot({ path: join(folder, `${fileNameOf(path)}-${look}.png`), animations: 'disabled' })
    }
    for (const complaint of window.complaints) console.log(`${look}: ${complaint}`)
    complaints += window.complaints.length
  }
console.log(`${folder}: ${Object.keys(looks).length} looks of every page, ${complaints} complaints`)
process.exitCode = complaints === 0 ? 0 : 1
