import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { iso } from '#lib/clock.ts'
import { assertAccessibleInBoth } from './browser.ts'

export const reason = 'requested by a page test'

export const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })

export const dialogOf = (page: Page) => page.getByRole('dialog')

/** Returns the link that opens the field for an optional reason. */
const addReason = (scope: Page | Locator) => scope.getByRole('button', { name: 'Add a reason' })

/** Fills in the reason if the form asks for one. Otherwise the app supplies the reason. */
export const fillReasonIfAsked = async (scope: Page | Locator, text: string = reason): Promise<void> => {
  const field = scope.getByLabel(/^Reason/)
  await field.or(addReason(scope)).first().waitFor()
  if ((await field.count()) > 0) await field.fill(text)
}

/** Fills in the reason if the open dialog asks for one, and submits the dialog. */
export const confirm = async (page: Page, submit: string): Promise<void> => {
  await fillReasonIfAsked(dialogOf(page))
  await dialogOf(page).getByRole('button', { name: submit, exact: true }).click()
}

/** Submits the dialog like `confirm`, and waits until the dialog closes because the server accepted the change. */
export const submitWithReason = async (page: Page, submit: string): Promise<void> => {
  await confirm(page, submit)
  await dialogOf(page).waitFor({ state: 'detached' })
}

/** Opens a dialog by its button, checks it with axe if it has a name, and submits it with a reason. */
export const openAndSubmit = async (page: Page, opener: string, submit = opener, pageName?: string): Promise<void> => {
  await button(page, opener).first().click()
  await fillReasonIfAsked(dialogOf(page))
  if (pageName) await assertAccessibleInBoth(page, pageName)
  await dialogOf(page).getByRole('button', { name: submit, exact: true }).click()
  await dialogOf(page).getByRole('button', { name: submit, exact: true }).waitFor({ state: 'detached' })
}

/** Presses a button that acts without a dialog, and waits for the message with the result. */
export const actAtOnce = async (page: Page, name: string, result: string | RegExp): Promise<void> => {
  await button(page, name).click()
  await page.getByRole('alert').getByText(result).waitFor()
  assert.equal(await dialogOf(page).count(), 0)
}

/** Returns a time in the format that date and time fields accept. */
export const localTime = (time: number): string => iso(time).slice(0, 16)

/**
 * Selects the buttons that open a dialog, except the filters of lists. In tables, it selects only the buttons of the
 * first row.
 */
const openers = 'main [aria-haspopup=dialog]:enabled:not(.list-tools *, tbody tr:not(:first-child) *)'

/**
 * The name of a button. Buttons that show a row of the audit trail are named by its time, so all of them share one name.
 */
const nameOf = (text: string): string => (/^\d{1,2} \w{3} \d{4}, \d\d:\d\d$/.test(text) ? 'a change' : text)

/**
 * Opens each dialog that the page offers and checks it with axe. Adds its page and its button's name to the first set,
 * and to the second set as well if the dialog asks for a reason.
 */
export const checkDialogs = async (
  page: Page,
  openedDialogs: Set<string> = new Set(),
  reasonDialogs: Set<string> = new Set(),
): Promise<void> => {
  const path = new URL(page.url()).pathname.replaceAll(/\/[a-z]+_[^/]+/g, '/…')
  for (const opener of await page.locator(openers).all()) {
    const title = `${path}: ${nameOf((await opener.textContent()) ?? '')}`
    if (openedDialogs.has(title)) continue
    openedDialogs.add(title)
    await opener.click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    if ((await dialog.locator('textarea[name=reason]').count()) > 0) reasonDialogs.add(title)
    await assertAccessibleInBoth(page, title, '[role=dialog]')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
}
