const entities: Readonly<Record<string, string>> = {
  __proto__: null as never,
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML has it, in elements and in attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, sign => entities[sign] ?? sign)
