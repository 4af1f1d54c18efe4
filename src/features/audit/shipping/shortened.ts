type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** The marker at the end of a text that was cut. */
const marker = '…[cut]'

const cutTexts = (value: Json, most: number): Json => {
  if (typeof value === 'string') return value.length > most ? value.slice(0, most).toWellFormed() + marker : value
  if (Array.isArray(value)) return value.slice(0, most).map(item => cutTexts(item, most))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutTexts(item, most)]))
}

/**
 * Shortens a JSON object to at most `maxBytes` bytes: it cuts the longest texts and lists, and adds the original size
 * in bytes as `cut`. The result is JSON with the same id, so that a receiver can find the whole event in Probata.
 */
export const shortened = (text: string, room: number): string => {
  const whole: { readonly [name: string]: Json } = JSON.parse(text)
  const bytes = Buffer.byteLength(text)
  for (let most = room; most >= 1; most = Math.floor(most / 2)) {
    const candidate = JSON.stringify({ ...Object(cutTexts(whole, most)), cut: bytes })
    if (Buffer.byteLength(candidate) <= room) return candidate
  }
  return JSON.stringify({ id: String(whole.id ?? '').slice(0, 64), cut: bytes })
}
