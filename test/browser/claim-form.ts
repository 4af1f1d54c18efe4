import type { Page } from 'playwright-core'

export const reason = 'Written for a test of what is unsent'
export const claimForm = '/evidence/claims/new'

/** Every value that a claim requires. */
export const fillClaim = async (page: Page, key: string): Promise<void> => {
  await page.getByLabel(/^Title/).fill('Backup of vault 7')
  await page.getByLabel(/^Key/).fill(key)
  for (const part of ['Subject', 'Source']) {
    const group = page.getByRole('group', { name: new RegExp(`^${part}`) })
    await group.getByLabel(/^Module/).fill('external')
    await group.getByLabel(/^Type/).fill('backup')
    await group.getByLabel(/^Id/).fill('vault-7')
  }
  await page.getByLabel(/^Source snapshot/).fill('{ "vault": 7 }')
  await page.getByLabel(/^Reason/).fill(reason)
}

export const logClaim = (page: Page) => page.getByRole('button', { name: 'Log the claim' })
export const isLogged = (page: Page) => page.getByRole('status').getByText('The claim is logged').waitFor()
