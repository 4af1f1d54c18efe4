type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** The mark at the end of a text that was cut. */
const marker = '…[cut]'

const cutTexts = (value: Json, most: number): Json => {
  if (typeof value === 'string') return value.length > most ? value.slice(0, most).toWellFormed() + marker : value
  if (Array.isArray(value)) return value.slice(0, most).map(item => cutTexts(item, most))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutTexts(item, most)]))
}

/**
 * A JSON object in at most `room` bytes: its longest texts and lists are cut, and `cut` has its original size in bytes.
 * It stays JSON with its id, so that a receiver can find the whole event in Probata.
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
