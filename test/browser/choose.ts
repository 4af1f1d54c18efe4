import type { Locator } from 'playwright-core'

type Where = Pick<Locator, 'getByRole'>

/** The field of a page or a dialog in which one finds what one chooses. */
export const fieldOf = (where: Where, label: string): Locator => where.getByRole('combobox', { name: label })

/** Chooses an option by its text in the field with this label: a name, or a key and a title, of which the key is typed. */
export const choose = async (where: Where, label: string, text: string): Promise<void> => {
  const field = fieldOf(where, label)
  await field.fill(text.split(' · ')[0] ?? text)
  await field.page().getByRole('option', { name: text }).first().click()
}
