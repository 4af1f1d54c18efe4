import { nameControls } from '#lib/direction-controls.ts'

const entities: Readonly<Record<string, string>> = {
  __proto__: null as never,
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML elements and attributes; direction controls are shown by name. */
export const escapeHtml = (text: string): string =>
  nameControls(text).replaceAll(/[&<>"']/g, character => entities[character] ?? character)
