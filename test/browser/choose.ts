import type { Locator } from 'playwright-core'

type Container = Pick<Locator, 'getByRole'>

/** The searchable field of a page or dialog. */
export const fieldOf = (container: Container, label: string): Locator =>
  container.getByRole('combobox', { name: label })

/**
 * Selects an option by its text in the field with this label. Types a name, or the key of an option with a key and
 * title.
 */
export const choose = async (container: Container, label: string, text: string): Promise<void> => {
  const field = fieldOf(container, label)
  await field.fill(text.split(' · ')[0] ?? text)
  await field.page().getByRole('option', { name: text }).first().click()
}
