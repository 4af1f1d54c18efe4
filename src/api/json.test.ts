import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from './errors.ts'
import { readJson, repeatedField } from './json.ts'

const repeated: [json: string, path: (string | number)[] | undefined][] = [
  ['{"a":1,"a":1}', ['a']],
  ['{"a":1,"b":{"a":1},"a":2}', ['a']],
  [String.raw`{"a":1,"\u0061":2}`, ['a']],
  [String.raw`{"\"":1,"\"":2}`, ['"']],
  [String.raw`{"\\":1,"\\":2}`, ['\\']],
  ['{"":1,"":2}', ['']],
  ['{"a":[0,[],{"b":{"c":1,"c":2}}]}', ['a', 2, 'b', 'c']],
  ['[{"a":1},{"a":1},[1,{"a":1,"a":1}]]', [2, 1, 'a']],
  ['{ "a" : "x" , "a"\n:\t1 }', ['a']],
  ['{"a":"b","b":"a"}', undefined],
  ['{"a":{"a":{"a":["a","a"]}}}', undefined],
  [String.raw`{"a":"\",\"a\":1","b":"{\"b\":1}"}`, undefined],
  [String.raw`{"a":"\\","b":"\\\\"}`, undefined],
  ['{"a":[{"b":1},{"b":2}],"c":[]}', undefined],
  ['{"A":1,"a":1}', undefined],
  ['"a"', undefined],
  ['[]', undefined],
]

describe('a field that is there twice', () => {
  for (const [json, path] of repeated) {
    test(json, () => {
      JSON.parse(json)
      assert.deepEqual(repeatedField(json), path)
    })
  }

  const size = 1024 * 1024
  const large = [
    `"${'x'.repeat(size)}"`,
    `"${'\\"'.repeat(size / 2)}"`,
    '['.repeat(size / 2) + ']'.repeat(size / 2),
    `[${'{"a":1},'.repeat(size / 8)}0]`,
  ]
  for (const json of large) {
    test(`none in a megabyte of ${json.slice(1, 9)}`, () => assert.equal(repeatedField(json), undefined))
  }
})

const utf8 = 'application/json'
const bodies: [contentType: string, body: Buffer, status: number][] = [
  [utf8, Buffer.alloc(0), 400],
  [utf8, Buffer.from('{'), 400],
  [utf8, Buffer.from([0x22, 0xe9, 0x22]), 400],
  [utf8, Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 400],
  [utf8, Buffer.from('\ufeff{}'), 400],
  [`${utf8}; charset=iso-8859-1`, Buffer.from('{}'), 415],
  [`${utf8};version=1; Charset = "utf-16"`, Buffer.from('{}'), 415],
]

describe('a body', () => {
  for (const [contentType, body, status] of bodies) {
    test(`${contentType} ${body.toString('hex')}: ${status}`, () => {
      assert.throws(
        () => readJson(contentType, body),
        error => error instanceof Refusal && error.status === status,
      )
    })
  }

  test('in UTF-8 is read, with or without saying so', () => {
    for (const type of [utf8, `${utf8}; charset=utf-8`, `${utf8};charset="UTF-8"`, `${utf8}; version=1`])
      assert.deepEqual(readJson(type, Buffer.from('{"a":"é😀"}')), { a: 'é😀' })
  })
})
