import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { inlinePreviewAllowed } from './inline-preview.ts'

const headBytes = 4100

const latin1 = (text: string) => Buffer.from(text, 'latin1')

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

const pngOf = (...middle: Buffer[]) =>
  Buffer.concat([
    latin1('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])),
    ...middle,
    chunk('IDAT', deflateSync(Buffer.alloc(5))),
    chunk('IEND', Buffer.alloc(0)),
  ])

const png = pngOf()
const apng = pngOf(chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])))
const pngWithProfile = pngOf(chunk('iCCP', Buffer.alloc(6000))).subarray(0, headBytes)
const jpeg = latin1('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0')
const gif = latin1('GIF89a\x01\0\x01\0\0\0\0;')
const webp = latin1('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0')
const pdf = latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj')
const html = '<!doctype html><script>alert(1)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
const zip = latin1('PK\x03\x04\x14\0\0\0\x08\0')

const ALLOWED: ReadonlyArray<readonly [contentType: string, head: Buffer | string]> = [
  ['image/png', png],
  ['image/png', apng],
  ['image/png', pngWithProfile],
  ['IMAGE/PNG', png],
  ['image/jpeg', jpeg],
  ['image/gif', gif],
  ['image/webp', webp],
  ['application/pdf', pdf],
  ['application/pdf; version=1.7', pdf],
  ['text/plain', 'backup finished\tok\r\n'],
  ['text/plain; charset=utf-8', 'Größe: 5 €'],
  ['text/plain;charset="UTF-8"', 'x'],
  ['Text/Plain; Charset=US-ASCII', 'x'],
  ['text/plain', '\ufeffwith a byte order mark'],
  ['text/plain', 'a < b'],
  ['text/plain', '{"json":"is text"}'],
  ['text/plain', ''],
  ['text/plain', Buffer.from(`${'x'.repeat(headBytes - 1)}€`).subarray(0, headBytes)],
]

const REFUSED: ReadonlyArray<readonly [contentType: string, head: Buffer | string]> = [
  ['image/png', jpeg],
  ['image/png', html],
  ['image/png', png.subarray(0, 7)],
  ['image/png', Buffer.concat([Buffer.from(' '), png])],
  ['image/jpeg', png],
  ['image/jpg', jpeg],
  ['image/gif', `GIF99a${html}`.slice(0, 3)],
  ['image/gif', svg],
  ['image/webp', latin1('RIFF\x1a\0\0\0WAVEfmt ')],
  ['image/webp', webp.subarray(0, 8)],
  ['image/svg+xml', svg],
  ['image/svg+xml', png],
  ['image/bmp', latin1('BM\x3a\0\0\0\0\0')],
  ['text/html', html],
  ['text/html', 'plain words'],
  ['application/xhtml+xml', html],
  ['text/xml', '<?xml version="1.0"?><a/>'],
  ['application/xml', 'x'],
  ['application/json', '{}'],
  ['text/csv', 'a,b'],
  ['text/plainer', 'x'],
  ['text', 'x'],
  ['', 'x'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['application/pdf', Buffer.concat([Buffer.from('\n'), pdf])],
  ['application/pdf', `${html}%PDF-1.7`],
  ['application/pdf', zip],
  ['text/plain', html],
  ['text/plain', svg],
  ['text/plain', ` \t\r\n\f${html}`],
  ['text/plain', `\ufeff${html}`],
  ['text/plain', `\ufeff \n${html}`],
  ['text/plain', '<?xml version="1.0"?>'],
  ['text/plain', '<!-- comment -->'],
  ['text/plain', png],
  ['text/plain', pdf],
  ['text/plain', '%PDF-1.7\n'],
  ['text/plain', '%!PS-Adobe-3.0'],
  ['text/plain', zip],
  ['text/plain', 'a\0b'],
  ['text/plain', 'a\x1b[31mb'],
  ['text/plain', 'a\x7f'],
  ['text/plain', 'a\u0085b'],
  ['text/plain', latin1('Gr\xf6\xdfe')],
  ['text/plain', latin1('\xff\xfea\0b\0')],
  ['text/plain', latin1('\xfe\xff\0a\0b')],
  ['text/plain', latin1('\xed\xa0\x80')],
  ['text/plain', Buffer.from('€').subarray(0, 2)],
  ['text/plain; charset=utf-16', 'x'],
  ['text/plain; charset=utf-7', '+ADw-script+AD4-'],
  ['text/plain; charset=iso-8859-1', 'x'],
  ['text/plain; charset=utf-8; charset=utf-7', 'x'],
  ['text/plain; format=flowed', 'x'],
]

for (const [table, expected] of [
  [ALLOWED, true],
  [REFUSED, false],
] as const) {
  for (const [contentType, head] of table) {
    const headText = JSON.stringify(head.toString('latin1').slice(0, 30))
    test(`${expected ? 'shown' : 'not shown'}: ${contentType} ${headText}`, async () => {
      assert.equal(await inlinePreviewAllowed(contentType, Buffer.from(head as string)), expected)
    })
  }
}
