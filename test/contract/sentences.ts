import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/**
 * A declared sentence in the form in which the web app's dictionaries contain it, such as `The claim is {{status}}`.
 */
interface DeclaredSentence {
  readonly code: string
  readonly text: string
  readonly file: string
}

// An expression in a sentence has no braces and no backticks (`src/lib/sentence.ts`).
const value = /\$\{\{ (\w+)(?:: [^{}`]+)? \}\}/
const declaration = new RegExp(
  `\\bsentence\`([a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*): ((?:[^\`\\\\$]|\\\\.|${value.source.replace('(\\w+)', '\\w+')})*)\``,
  'g',
)

/** Returns the sentences that a source declares. Throws if one of them cannot be parsed. */
const sentencesIn = (file: string, source: string): DeclaredSentence[] => {
  const code = source.replaceAll(/^ \*.*$/gm, '')
  const sentences = Array.from(code.matchAll(declaration), ([, code = '', template = '']) => ({
    code,
    text: template.replaceAll(new RegExp(value, 'g'), '{{$1}}').replaceAll(/\\(.)/g, '$1'),
    file,
  }))
  assert.equal(sentences.length, code.match(/\bsentence`/g)?.length ?? 0, `${file}: a sentence cannot be read`)
  return sentences
}

/** Returns all sentences of the server, ordered by code. */
export const declaredSentences = (): DeclaredSentence[] =>
  globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .flatMap(file => sentencesIn(file, readFileSync(join(root, file), 'utf8')))
    .sort((a, b) => (a.code < b.code ? -1 : 1))

let codes: ReadonlySet<string> | undefined

/**
 * Throws unless an error that the web app receives, and each of its issues, has a declared code and the values of its
 * sentence.
 */
export const checkCodes = (body: { readonly issues?: unknown }): void => {
  codes ??= new Set(declaredSentences().map(({ code }) => code))
  for (const item of [body, ...[body.issues ?? []].flat()])
    assert.ok(codes.has(Object(item).code), `no declared code: ${JSON.stringify(item)}`)
}
