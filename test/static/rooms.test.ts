import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { type Import, importsOf } from './imports.ts'
import { roomViolations } from './room-rules.ts'
import { root } from './tool.ts'

function violations(files: Record<string, string>): string[] {
  return roomViolations(new Map(Object.entries(files)))
}

test('the import rules of the architecture hold in the whole tree', () => {
  const paths = globSync('{src,test,bench,demo,web,client}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  assert.ok(paths.includes('test/static/rooms.test.ts'))
  const brokenRules = roomViolations(new Map(paths.sort().map(path => [path, readFileSync(join(root, path), 'utf8')])))
  assert.equal(brokenRules.length, 0, `\n${brokenRules.join('\n')}`)
})

const spellings: readonly [source: string, ...found: [string, Import['kind'], number][]][] = [
  [`import './a.ts'`, ['./a.ts', 'value', 1]],
  [`import a, { b } from './a.ts'\nimport * as c from "#lib/c.ts"`, ['./a.ts', 'value', 1], ['#lib/c.ts', 'value', 2]],
  [`import {\n  a,\n  type B,\n} from './a.ts'`, ['./a.ts', 'value', 1]],
  [`import type { A } from './a.ts'`, ['./a.ts', 'type', 1]],
  [`import { type A } from './a.ts'`, ['./a.ts', 'value', 1]],
  [`export * from './a.ts'`, ['./a.ts', 'value', 1]],
  [`export type { A } from './a.ts'`, ['./a.ts', 'type', 1]],
  [`export { a }\nimport b from './b.ts'`, ['./b.ts', 'value', 2]],
  [`export type { A }\nimport b from './b.ts'`, ['./b.ts', 'value', 2]],
  [`const a = await import('./a.ts')`, ['./a.ts', 'lazy', 1]],
  [`const a = new URL('./a.sql', import.meta.url)`, ['./a.sql', 'lazy', 1]],
  [`const a = \`\${await import('./a.ts')}\``, ['./a.ts', 'lazy', 1]],
  [`const data = './a.ts'\nexport const a = './b.ts'\nexport default './c.ts'`],
  [`// import './a.ts'\n/*\nimport './b.ts'\n*/\nconst text = \`import './c.ts'\``],
  [`const quote = /'/\nimport './a.ts'\nconst other = /[/']/`, ['./a.ts', 'value', 2]],
  [`const half = width / 2 // it's\nimport './a.ts'`, ['./a.ts', 'value', 2]],
]

for (const [source, ...expected] of spellings) {
  test(`imports read from: ${JSON.stringify(source)}`, () => {
    const imports = importsOf(source).map(({ specifier, kind, line }) => [specifier, kind, line])
    assert.deepEqual(imports, expected)
  })
}

const allowed: Record<string, string> = {
  'src/lib/ids.ts': `import { hash } from 'node:crypto'\nimport { now } from './clock.ts'`,
  'src/lib/ids.test.ts': `import { boot } from '#test/boot.ts'\nimport { newId } from './ids.ts'`,
  'src/db/pool.ts': `import pg from 'pg'\nimport { newId } from '#lib/ids.ts'`,
  'src/db/embedded/launch.ts': `import { pool } from '#db/pool.ts'\nimport { stop } from './stop.ts'`,
  'src/http/pipeline.ts': `import { pool } from '#db/pool.ts'\nimport { newId } from '#lib/ids.ts'`,
  'src/features/evidence/claims/claim.ts': `import { endpoint } from '#http/endpoint.ts'\nimport { flow } from '#lib/flow.ts'`,
  'src/context.ts': `import type { Endpoint } from '#http/endpoint.ts'\nimport { store } from './features/storage/store.ts'`,
  'src/config.ts': 'export const config = process.env.PORT',
  'src/features.ts': `import { claim } from '#src/features/evidence/claims/claim.ts'`,
  'src/main.ts': `import { config } from './config.ts'\nimport { features } from './features.ts'\nprocess.exit(1)`,
  'src/client-commands.ts': `import type { Asked } from '#client/verify/command.ts'`,
  'client/verify/bundle.ts': `import { note } from './note.ts'`,
  'web/verifier/page.ts': `import { verifyBundle } from '#client/verify/bundle.ts'`,
  'test/boot.ts': `import { config } from '#src/config.ts'\nconst path = process.env.PATH`,
  'web/pages/home.ts': `import { fetchJson } from './fetch.ts'`,
}

test('permitted imports are not violations', () => {
  assert.deepEqual(violations(allowed), [])
})

const forbidden: readonly [file: string, source: string, violation: string][] = [
  ['src/lib/a.ts', `import '#db/b.ts'`, `src/lib/a.ts:1 '#db/b.ts': lib may not import db`],
  ['src/lib/a.ts', `import type { B } from '#http/b.ts'`, `src/lib/a.ts:1 '#http/b.ts': lib may not import http`],
  ['src/db/a.ts', `\nimport '#http/b.ts'`, `src/db/a.ts:2 '#http/b.ts': db may not import http`],
  [
    'src/http/a.ts',
    `import type { B } from '#shared/b.ts'`,
    `src/http/a.ts:1 '#shared/b.ts': http may not import shared`,
  ],
  ['src/family/a.ts', `import '#shared/b.ts'`, `src/family/a.ts:1 '#shared/b.ts': family may not import shared`],
  ['src/http/a.ts', `import '#jobs/b.ts'`, `src/http/a.ts:1 '#jobs/b.ts': http may not import jobs`],
  ['src/jobs/a.ts', `import '#http/b.ts'`, `src/jobs/a.ts:1 '#http/b.ts': jobs may not import http`],
  ['src/config.ts', `import '#db/b.ts'`, `src/config.ts:1 '#db/b.ts': config may not import db`],
  [
    'src/http/a.ts',
    `import '#src/features/evidence/b.ts'`,
    `src/http/a.ts:1 '#src/features/evidence/b.ts': http may not import features/evidence`,
  ],
  [
    'src/features/evidence/a.ts',
    `import '#src/features/audit/b.ts'`,
    `src/features/evidence/a.ts:1 '#src/features/audit/b.ts': features/evidence may not import features/audit`,
  ],
  [
    'src/features/evidence/a.ts',
    `import '#src/config.ts'`,
    `src/features/evidence/a.ts:1 '#src/config.ts': features/evidence may not import config`,
  ],
  [
    'src/lib/a.ts',
    `import '#test/b.ts'`,
    `src/lib/a.ts:1 '#test/b.ts': lib may not import test/b.ts: it belongs to no room`,
  ],
  ['src/http/a.ts', `import '#https/b.ts'`, `src/http/a.ts:1 '#https/b.ts': http may not import https`],
  ['client/a.ts', `import '#lib/b.ts'`, `client/a.ts:1 '#lib/b.ts': client may not import lib`],
  ['client/a.ts', `import '#web/b.ts'`, `client/a.ts:1 '#web/b.ts': client may not import web`],
  ['src/http/a.ts', `import '#client/b.ts'`, `src/http/a.ts:1 '#client/b.ts': http may not import client`],
  [
    'src/client-commands.ts',
    `import '#lib/b.ts'`,
    `src/client-commands.ts:1 '#lib/b.ts': client-commands may not import lib`,
  ],
  ['web/a.ts', `import '#lib/b.ts'`, `web/a.ts:1 '#lib/b.ts': web may not import lib`],
  [
    'src/lib/deep/a.ts',
    `import '../b.ts'`,
    `src/lib/deep/a.ts:1 '../b.ts': has ../; use #room/… across rooms and ./ inside one`,
  ],
  [
    'test/a.ts',
    `import '../src/b.ts'`,
    `test/a.ts:1 '../src/b.ts': has ../; use #room/… across rooms and ./ inside one`,
  ],
  ['src/lib/a.ts', `import '#lib/b.ts'`, `src/lib/a.ts:1 '#lib/b.ts': names its own room by #; use ./`],
  ['src/main.ts', `import './lib/b.ts'`, `src/main.ts:1 './lib/b.ts': crosses rooms by ./; use #room/…`],
  ['src/lib/a.ts', `const a = \`\${process.env.A}\``, 'src/lib/a.ts:1 only src/config.ts reads process.env'],
  ['src/lib/a.ts', `import { env } from 'node:process'`, 'src/lib/a.ts:1 only src/config.ts reads process.env'],
  ['src/jobs/a.ts', '\n\nprocess.exit(1)', 'src/jobs/a.ts:3 only src/main.ts may call process.exit'],
  ['src/utils/a.ts', '', 'src/utils/a.ts:1 stands in no room of the architecture'],
]

for (const [file, source, violation] of forbidden) {
  test(`a violation: ${violation}`, () => {
    assert.deepEqual(violations({ [file]: source }), [violation])
  })
}

test('words in comments and strings are not violations', () => {
  const source = `// reads process.env once\nconst text = 'process.exit'\nprocess.exitCode = 1\n/* import '#db/a.ts' */`
  assert.deepEqual(violations({ 'src/lib/a.ts': source }), [])
})

test('modules that import one another form a cycle, even with type imports', () => {
  const a = { 'src/lib/a.ts': `\nimport { b } from './b.ts'` }
  const b = { 'src/lib/b.ts': `import { c } from './c.ts'` }
  const cycle = ['src/lib/a.ts:2 → src/lib/b.ts:1 → src/lib/c.ts:1 → src/lib/a.ts: import cycle']
  assert.deepEqual(violations({ ...a, ...b, 'src/lib/c.ts': `import { a } from './a.ts'` }), cycle)
  assert.deepEqual(violations({ ...a, ...b, 'src/lib/c.ts': `import type { A } from './a.ts'` }), cycle)
  assert.deepEqual(violations({ ...a, ...b, 'src/lib/c.ts': `const a = await import('./a.ts')` }), [])
})
