import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import test from 'node:test'
import { sqlDigest } from '#db/schema-files.ts'
import { root } from './tool.ts'

const filesOf = (folder: string) =>
  globSync(`src/db/${folder}/*.sql`, { cwd: root })
    .sort()
    .map(path => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }))

/** Returns the statements of a file, without comments. A `;` inside `$…$` or quotes does not end a statement. */
const statementsOf = (text: string): string[] => {
  const tokenPattern = /--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;/g
  const withoutComments = text.replace(tokenPattern, token =>
    token.startsWith('--') ? '' : token === ';' ? '\0' : token,
  )
  return withoutComments.split('\0').flatMap(one => one.trim() || [])
}

// A file with functions is applied again whenever it changes, even while programs of the previous release are running.
const repeatable = [
  /^create or replace (function|trigger) /,
  /^drop policy if exists (\w+) on (\w+)$/,
  /^create policy \w+ on \w+/,
  /^select (serve_program|grant_program|hold_owner|protect_\w+)\(/,
  /^grant (usage on schema public|insert \([\w, ]+\) on \w+) to probata_app$/,
]

test('functions, triggers and policies can be applied again, and are never dropped', () => {
  const files = filesOf('functions')
  assert.ok(files.length > 20)
  const oddStatements = files.flatMap(({ name, text }) =>
    statementsOf(text).flatMap(one => (repeatable.some(form => form.test(one)) ? [] : `${name}: ${one.slice(0, 80)}`)),
  )
  assert.deepEqual(oddStatements, [])
})

test('a policy is dropped in the statement before the one that creates it', () => {
  for (const { name, text } of filesOf('functions')) {
    const statements = statementsOf(text)
    for (const [index, one] of statements.entries()) {
      const [, policy, table] = /^create policy (\w+) on (\w+)/.exec(one) ?? []
      if (policy) assert.equal(statements[index - 1], `drop policy if exists ${policy} on ${table}`, name)
    }
  }
})

test('each function is in one file', () => {
  const names = filesOf('functions').flatMap(({ text }) =>
    Array.from(text.matchAll(/^create or replace function (\w+\([^)]*\))/gm), ([, signature]) => signature),
  )
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})

test('migrations create tables, indexes and rows; functions, triggers and policies have their own folder', () => {
  for (const { name, text } of filesOf('migrations'))
    for (const one of statementsOf(text))
      assert.doesNotMatch(one, /^create (or replace )?(function|trigger|policy) |^select protect_/, name)
})

test('the tables of new installs are frozen: changes to them are migrations', () => {
  const text = filesOf('schema')
    .map(file => file.text)
    .join('\n')
  assert.equal(sqlDigest(text), '9d7a49283a4a4699789e1aab365317ac45363a6f5b07e85edec05626c6dd4042')
})

/**
 * Returns the text before the parenthesis that encloses a position, and the text between that parenthesis and the
 * position.
 */
const enclosedBefore = (text: string, end: number): readonly [before: string, inside: string] => {
  let depth = 0
  for (let at = end - 1; at >= 0; at--) {
    if (text[at] === ')') depth++
    if (text[at] === '(' && depth-- === 0) return [text.slice(0, at), text.slice(at + 1, end)]
  }
  return ['', text.slice(0, end)]
}

test('rows that are locked up to a limit are chosen by a common table expression', () => {
  // PostgreSQL may run a subquery once per row of the join. It then skips the rows that it has already locked, and
  // returns more rows than the limit.
  const paths = globSync('src/**/*.{ts,sql}', { cwd: root, exclude: ['src/**/*.test.ts', 'src/db/schema.sql'] })
  const sources = paths.map(path => [path, readFileSync(join(root, path), 'utf8')] as const)
  const locking = sources.flatMap(([path, text]) =>
    Array.from(text.matchAll(/skip locked(?=\s*\))/g), ({ index }) => [path, ...enclosedBefore(text, index)] as const),
  )
  assert.ok(locking.length >= 4)
  const wrong = locking.filter(
    ([, before, inside]) => /\b(?:in|from|join|lateral)\s*$/.test(before) && /\blimit\b/.test(inside),
  )
  assert.deepEqual(
    wrong.map(([path]) => path),
    [],
  )
})
