import type { Page } from 'playwright-core'

export const reason = 'Written for a test of what is unsent'
export const claimFormPath = '/evidence/claims/new'

/** Returns the field for the sentence that every claim needs. */
export const sentenceField = (page: Page) => page.getByLabel(/^What does it prove/)

const openDetails = (page: Page) => page.getByRole('button', { name: 'Details', exact: true }).click()

/** Fills in all required values of a claim, and its key. */
export const fillClaim = async (page: Page, key: string): Promise<void> => {
  await sentenceField(page).fill('Backup of vault 7')
  await openDetails(page)
  await page.getByLabel(/^Key/).fill(key)
}

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit for review' })
export const waitForClaimPage = (page: Page) => page.waitForURL(/\/evidence\/claims\/gec_/)
