import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuid5 } from './uuid.ts'

test('a version 5 UUID matches the example of RFC 9562, appendix A.4', () =>
  assert.equal(
    uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com'),
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  ))
