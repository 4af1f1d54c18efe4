import type { Page } from 'playwright-core'
import { assertAccessibleInBoth } from './browser.ts'

/** Buttons that open a dialog; of a table those of its first row. */
const openers = 'main [aria-haspopup=dialog]:enabled:not(tbody tr:not(:first-child) *)'

/** Opens each dialog that the page offers and runs axe on it, and keeps where it was and what its button says. */
export const lookAtDialogs = async (page: Page, seen: Set<string> = new Set()): Promise<void> => {
  const place = new URL(page.url()).pathname.replaceAll(/\/[a-z]+_[^/]+/g, '/…')
  for (const opener of await page.locator(openers).all()) {
    const what = `${place}: ${(await opener.textContent()) ?? ''}`
    if (seen.has(what)) continue
    seen.add(what)
    await opener.click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await assertAccessibleInBoth(page, what, '[role=dialog]')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
}
