import type { Locator } from 'playwright-core'

type Container = Pick<Locator, 'getByRole'>

/** Returns the searchable field with this label on a page or in a dialog. */
export const fieldOf = (container: Container, label: string): Locator =>
  container.getByRole('combobox', { name: label })

/**
 * Selects an option by its text in the field with this label. Types the option's name, or its key if it has a key and a
 * title.
 */
export const choose = async (container: Container, label: string, text: string): Promise<void> => {
  const field = fieldOf(container, label)
  await field.fill(text.split(' · ')[0] ?? text)
  await field.page().getByRole('option', { name: text }).first().click()
}
