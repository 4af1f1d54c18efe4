import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameMediaType } from './media-type.ts'

// The first four are the examples of RFC 9110, section 8.3.1.
const equal = [
  ['text/html;charset=utf-8', 'Text/HTML;Charset="utf-8"'],
  ['text/html;charset=utf-8', 'text/html; charset="utf-8"'],
  ['text/html;charset=utf-8', 'text/html;charset=UTF-8'],
  ['application/json', 'APPLICATION/JSON'],
  ['text/csv;header=present;charset=utf-8', 'text/csv; charset=utf-8; header="present"'],
  ['application/x; a="b\\"c"', 'application/x;A="b\\"c"'],
] as const

const different = [
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/csv; header=present', 'text/csv; header=Present'],
  ['text/plain', 'text/html'],
  ['application/x; a="b;c=d"', 'application/x; a=b; c=d'],
] as const

for (const [one, other] of equal)
  test(`${one} equals ${other}`, () => assert.ok(isSameMediaType(one, other) && isSameMediaType(other, one)))
for (const [one, other] of different)
  test(`${one} differs from ${other}`, () => assert.ok(!isSameMediaType(one, other)))
