/** The number of consecutive characters of a secret that count as a leak. */
const piece = 12

const base64Of = (secret: string): string[] =>
  // Within a longer text, a secret starts at one of three positions of a base64 group.
  [0, 1, 2].flatMap(before => {
    const text = Buffer.from(`${'x'.repeat(before)}${secret}`).toString('base64')
    const inner = text.slice(before === 0 ? 0 : 4, -4)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })

const reverseText = (text: string): string => [...text].reverse().join('')

/** Returns pieces of a text, each of which overlaps half of the next. */
const piecesOf = (text: string): string[] =>
  Array.from({ length: Math.max(1, Math.ceil((text.length - piece) / (piece / 2)) + 1) }, (_, i) =>
    text.slice(i * (piece / 2), i * (piece / 2) + piece),
  ).filter((part, i) => i === 0 || part.length === piece)

/** Returns the forms in which a secret may appear: unchanged, encoded or reversed, both as a whole and in pieces. */
const formsOf = (secret: string): readonly string[] => {
  const hex = Buffer.from(secret).toString('hex')
  const encodedForms = [
    secret,
    reverseText(secret),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    hex,
    hex.toUpperCase(),
    reverseText(hex),
    ...base64Of(secret),
    ...base64Of(reverseText(secret)),
  ]
  return [...new Set(encodedForms.flatMap(form => [form, ...piecesOf(form)]))]
}

/** Lists each secret that a text contains, as `SECRET in TEXT`. */
export const search = (
  secrets: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.entries(secrets).flatMap(([name, secret]) => {
    const forms = formsOf(secret)
    return Object.entries(texts).flatMap(([textName, text]) =>
      forms.some(form => text.includes(form)) ? [`${name} in ${textName}`] : [],
    )
  })
