import type { Locator } from 'playwright-core'

type Where = Pick<Locator, 'getByRole'>

/** The field of a page or a dialog in which one finds what one chooses. */
export const fieldOf = (where: Where, label: string): Locator => where.getByRole('combobox', { name: label })

/** Chooses what is found by a text in the field with this label. */
export const choose = async (where: Where, label: string, text: string): Promise<void> => {
  const field = fieldOf(where, label)
  await field.fill(text)
  await field.page().getByRole('option', { name: text }).first().click()
}
