type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** The marker at the end of a text that was cut. */
const marker = '…[cut]'

const cutTexts = (value: Json, maxLength: number): Json => {
  if (typeof value === 'string')
    return value.length > maxLength ? value.slice(0, maxLength).toWellFormed() + marker : value
  if (Array.isArray(value)) return value.slice(0, maxLength).map(item => cutTexts(item, maxLength))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutTexts(item, maxLength)]))
}

/**
 * Shortens a JSON object to at most `maxBytes` bytes: it cuts the longest texts and lists, and adds the original size
 * in bytes as `cut`. The result is JSON with the same id, so that a receiver can find the whole event in Probata.
 */
export const shortenJson = (text: string, maxBytes: number): string => {
  const original: { readonly [name: string]: Json } = JSON.parse(text)
  const bytes = Buffer.byteLength(text)
  for (let maxLength = maxBytes; maxLength >= 1; maxLength = Math.floor(maxLength / 2)) {
    const candidate = JSON.stringify({ ...Object(cutTexts(original, maxLength)), cut: bytes })
    if (Buffer.byteLength(candidate) <= maxBytes) return candidate
  }
  return JSON.stringify({ id: String(original.id ?? '').slice(0, 64), cut: bytes })
}
