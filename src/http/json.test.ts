import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from './errors.ts'
import { findAmbiguity, readJson } from './json.ts'

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

describe('a field that occurs twice', () => {
  for (const [json, path] of repeated) {
    test(json, () => {
      JSON.parse(json)
      assert.deepEqual(findAmbiguity(json)?.path, path)
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
    test(`a megabyte of ${json.slice(1, 9)} has none`, () => assert.equal(findAmbiguity(json), undefined))
  }
})

describe('a number that parsing would change', () => {
  const rounded = [
    '1e-400',
    '-1e-400',
    '0.1234567890123456789',
    '9007199254740993',
    '-9007199254740993',
    '123456789012345678.5',
    '1.00000000000000001',
    '0.1e-999999999999',
    '4.9e-324',
    '100000000000000000000001e-5',
  ]
  for (const number of rounded)
    test(number, () => {
      assert.deepEqual(findAmbiguity(`{"a":"1e-400","b":[0,{"c":${number}}]}`)?.path, ['b', 1, 'c'])
      assert.deepEqual(findAmbiguity(number)?.path, [])
    })

  const exact = [
    '0',
    '-0',
    '-0.0e5',
    '0e-400',
    '1.0',
    '1.50',
    '1e3',
    '1E+3',
    '100000e-5',
    '0.1',
    '0.30000000000000004',
    '5e-324',
    '1.7976931348623157e308',
    '9007199254740991',
    '9007199254740991.0000000000000000',
    '12345678901234500000e-5',
  ]
  for (const number of exact)
    test(`${number} is read unchanged`, () =>
      assert.equal(findAmbiguity(`[{"a":${number}},"${rounded[0]}"]`), undefined))

  test('an infinite number is not reported here, because it is rejected as infinite', () =>
    assert.equal(findAmbiguity('1e400'), undefined))
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

  test('in UTF-8 is read, with or without a charset', () => {
    for (const type of [utf8, `${utf8}; charset=utf-8`, `${utf8};charset="UTF-8"`, `${utf8}; version=1`])
      assert.deepEqual(readJson(type, Buffer.from('{"a":"é😀"}')), { a: 'é😀' })
  })
})
