import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelFor, mentionsOf, partsOf, typedMention, withIds, withLabels } from '#web/family/comments/mention-text.ts'

const idOf = (letter: string) => `prs_${letter.repeat(26)}`
const [a, b] = [idOf('A'), idOf('B')]
const ann = { id: a, label: 'Ann' }
const annLee = { id: b, label: 'Ann Lee (QA)' }

test('names become ids and ids become names, the longest name first', () => {
  const typed = 'Hi @Ann Lee (QA), ask @Ann. Not @Anna, not Ann.'
  const stored = `Hi @${b}, ask @${a}. Not @Anna, not Ann.`
  assert.equal(withIds(typed, [ann, annLee]), stored)
  assert.equal(withLabels(stored, [ann, annLee]), typed)
  assert.equal(withLabels(`@${a}`, []), `@${a}`, 'an id without a name stays')
})

test('people with the same name get different labels', () => {
  assert.equal(labelFor('Ann', a, [ann]), 'Ann')
  assert.equal(labelFor('Ann', b, [ann]), 'Ann BBBB')
  assert.deepEqual(
    mentionsOf([
      { id: a, name: 'Ann' },
      { id: b, name: 'Ann' },
    ]),
    [ann, { id: b, label: 'Ann BBBB' }],
  )
})

test('a mention is typed after an @ at the beginning of a word, up to a second word', () => {
  assert.deepEqual(typedMention('Hi @An', 6), { start: 3, search: 'An' })
  assert.deepEqual(typedMention('@Ann Le', 7), { start: 0, search: 'Ann Le' })
  assert.deepEqual(typedMention('(@', 2), { start: 1, search: '' })
  for (const text of ['Hi', 'ann@example', '@Ann Lee is', '@Ann '])
    assert.equal(typedMention(text, text.length), undefined)
})

test('only http and https addresses become links, without the punctuation after them', () => {
  assert.deepEqual(partsOf(`See https://a.example/x?y=1, @${a}.`), [
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'https://a.example/x?y=1' },
    { kind: 'text', text: ', ' },
    { kind: 'mention', id: a },
    { kind: 'text', text: '.' },
  ])
  for (const text of ['javascript:alert(1)', '<img src=x>', '![x](data:x)', 'ftp://a.example'])
    assert.deepEqual(partsOf(text), [{ kind: 'text', text }])
})
