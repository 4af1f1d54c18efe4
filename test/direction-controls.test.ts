import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameControls as nameInClients } from '#client/verify/direction-controls.ts'
import { nameAllControls, nameControls } from '#lib/direction-controls.ts'

const controlCodes = new Set([0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067])
const everyUnit = Array.from({ length: 0x10000 }, (_, code) => code)

test('characters that reverse a text are shown by name; other text is unchanged', () => {
  for (const code of everyUnit) {
    const sign = String.fromCharCode(code)
    const expectedText = controlCodes.has(code) ? `[U+${code.toString(16).toUpperCase()}]` : sign
    assert.equal(nameControls(sign), expectedText)
    assert.equal(nameInClients(sign), expectedText)
  }
  assert.equal(nameControls('invoice-\u202Efdp.exe\u202C, שלום'), 'invoice-[U+202E]fdp.exe[U+202C], שלום')
})

test('in a terminal, no character moves the cursor', () => {
  assert.equal(
    nameAllControls('a\u001B[2Jb\rc\u202Ed\u009Be\u0000'),
    'a[U+001B][2Jb[U+000D]c[U+202E]d[U+009B]e[U+0000]',
  )
  assert.equal(nameAllControls('grün, שלום 😀'), 'grün, שלום 😀')
})
