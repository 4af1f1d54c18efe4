type Scalar = string | number | boolean | null

/** The maximum length of a value for programs; the text contains the whole value. */
const maxValueChars = 500

const limitValue = (value: Scalar): Scalar =>
  typeof value === 'string' ? value.slice(0, maxValueChars).toWellFormed() : value

/** An English sentence for people. Programs identify it by its code and can express its values in other words. */
export class Sentence {
  readonly code: string
  readonly text: string
  readonly values: Readonly<Record<string, Scalar>>

  constructor(code: string, text: string, values: Readonly<Record<string, Scalar>>) {
    this.code = code
    this.text = text
    this.values = values
  }

  toString(): string {
    return this.text
  }
}

const declaration = /^([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*): /

/**
 * Declares a sentence where it is used. The text begins with its code, which identifies the meaning and stays the
 * same when the wording changes. Each value is an object with one name:
 *
 *     sentence`claim.not_submitted: The claim is ${{ status: claim.status }}; only a submitted claim can be reviewed.`
 *
 * `test/contract/sentences.ts` lists all declarations, for the dictionaries of the web app.
 */
export const sentence = (
  parts: TemplateStringsArray,
  ...named: readonly Readonly<Record<string, Scalar>>[]
): Sentence => {
  const entries = named.flatMap(one => Object.entries(one))
  const [head = '', code = ''] = declaration.exec(parts[0] ?? '') ?? []
  if (!code || entries.length !== named.length) throw new Error(`not a sentence with a code: ${parts.join('…')}`)
  const text = parts.map((part, i) => `${part}${entries[i]?.[1] ?? ''}`).join('')
  const values = Object.fromEntries(entries.map(([name, value]) => [name, limitValue(value)]))
  return new Sentence(code, text.slice(head.length), values)
}
