import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { languageHits } from './language-rules.ts'
import { root } from './tool.ts'

const exempt: Readonly<Record<string, string>> = {
  'test/static/language-rules.ts': 'lists the idiom',
  'test/static/language.test.ts': 'has examples of it',
  'web/api/schema.d.ts': 'generated',
}

const paths = globSync(
  [
    '{src,web,test,bench,client,demo}/**/*.{ts,tsx}',
    'src/db/{schema,functions,migrations}/*.sql',
    'docs/**/*.md',
    'bench/*.md',
    '*.md',
  ],
  { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] },
)
  .filter(path => !(path in exempt))
  .sort()

test('comments, texts and documents are written in native English', () => {
  assert.ok(paths.length > 2500)
  const hits = paths.flatMap(path => languageHits(path, readFileSync(join(root, path), 'utf8')))
  assert.equal(hits.length, 0, `docs of the idiom: test/static/language-rules.ts\n${hits.join('\n')}`)
})

const idiomSamples: readonly (readonly [path: string, source: string])[] = [
  ['a.ts', '// Somebody else decides.'],
  ['a.ts', "const text = 'Whoever made it does not decide.'"],
  ['a.ts', '/** What a caller may see. */'],
  ['a.ts', '/**\n * Rows.\n *\n * Whose they are.\n */'],
  ['a.ts', '// It is not served any more.'],
  ['a.ts', '// The session is no more.'],
  ['a.ts', '// The oldest so many.'],
  ['a.ts', '// The owner is told.'],
  ['a.ts', '// The name of it.'],
  ['a.ts', '// Rows, as far as they are visible.'],
  ['a.ts', '// Nothing is to be done.'],
  ['a.md', 'If a colleague of yours did it.'],
  ['a.sql', 'create table a ();\n-- There is none.'],
]
for (const [path, source] of idiomSamples)
  test(`is detected: ${source.replaceAll('\n', ' ')}`, () => {
    const line = source.split('\n').findIndex(text => /Whose|There/.test(text)) + 1 || 1
    assert.match(languageHits(path, source)[0] ?? '', new RegExp(`^${path}:${line} `))
  })

const naturalSamples: readonly (readonly [path: string, source: string])[] = [
  ['a.ts', "const kind = 'nobody'"],
  ['a.ts', '// What does it cost?'],
  ['a.ts', '// No more than ten rows.'],
  ['a.ts', '// As many as the limit allows.'],
  ['a.ts', '// The first of them.'],
  ['a.ts', 'const whoever = 1'],
  ['a.md', 'See [108](108-an-address-connects-nobody.md) and `somebody`.'],
  ['a.sql', "select 'nobody';"],
]
for (const [path, source] of naturalSamples)
  test(`is natural: ${source}`, () => assert.deepEqual(languageHits(path, source), []))
