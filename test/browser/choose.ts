import type { Locator } from 'playwright-core'

type Container = Pick<Locator, 'getByRole'>

/** The searchable field of a page or dialog. */
export const fieldOf = (where: Container, label: string): Locator => where.getByRole('combobox', { name: label })

/**
 * Selects an option by its text in the field with this label. Types a name, or the key of an option with a key and
 * title.
 */
export const choose = async (where: Container, label: string, text: string): Promise<void> => {
  const field = fieldOf(where, label)
  await field.fill(text.split(' · ')[0] ?? text)
  await field.page().getByRole('option', { name: text }).first().click()
}
