import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLei } from './lei.ts'

// As published: Bloomberg Finance L.P., Apple Inc., Deutsche Bank AG, Banco Santander S.A.
const published = ['5493001KJTIIGC8Y1R12', 'HWUPKR0MPOU8FGXBT394', '7LTWFZYICNSX8D621K86', '5493006QMFDDMYWIAM13']

test('published identifiers are accepted', () => {
  for (const lei of published) assert.ok(isLei(lei), lei)
})

const isDigit = (sign: string) => /[0-9]/.test(sign)

test('an identifier with one wrong character or two swapped neighbours is rejected', () => {
  for (const lei of published)
    for (let i = 0; i < lei.length; i++) {
      const [sign = '', next = ''] = [lei[i], lei[i + 1]]
      for (const other of isDigit(sign) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        assert.equal(isLei(lei.slice(0, i) + other + lei.slice(i + 1)), other === sign, `${lei} ${i} ${other}`)
      const swapped = lei.slice(0, i) + next + sign + lei.slice(i + 2)
      if (isDigit(sign) === isDigit(next)) assert.equal(isLei(swapped), swapped === lei, swapped)
    }
})

test('texts of another form are rejected', () => {
  for (const text of [
    '',
    '5493001kjtiigc8y1r12',
    '5493001KJTIIGC8Y1R1',
    '5493001KJTIIGC8Y1R120',
    '5493001KJTIIGC8Y1R1Z',
  ])
    assert.ok(!isLei(text), text)
})
