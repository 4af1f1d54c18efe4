import assert from 'node:assert/strict'

import { test } from 'node:test'

import { body, chunksOf, disposition, formData, headers, read, refusal, splits, type } from '#test/multipart.ts'

const ACCEPTED: Record<string, { body?: string; contentType?: string; content?: string; names?: string[] }> = {
  'a plain part': {},
  'an empty file': { body: body(headers, ''), content: '' },
  'no CRLF at the end': { body: body(headers, 'hello', '\r\n--xYz--') },
  'one CRLF before the first delimiter': { body: `\r\n${body()}` },
  'a delimiter in the file without a CRLF before it': { body: body(headers, 'a--xYz--b'), content: 'a--xYz--b' },
  'the beginning of a delimiter, several times': {
    body: body(headers, '\r\n--xY\r\n--x\r\n\r\r\n-'),
    content: '\r\n--xY\r\n--x\r\n\r\r\n-',
  },
  'CRLF CRLF in the file': { body: body(headers, '\r\n\r\n\r\n'), content: '\r\n\r\n\r\n' },
  'a quoted boundary': { contentType: 'multipart/form-data; boundary="xYz"' },
  'a boundary with every kind of character': {
    contentType: `multipart/form-data; boundary="0'()+_,-./:=? z"`,
    body: `--0'()+_,-./:=? z\r\n${headers}\r\n\r\nhello\r\n--0'()+_,-./:=? z--`,
  },
  'an unquoted boundary as some clients write it': {
    contentType: 'Multipart/Form-Data;charset=UTF-8;Boundary=----=_Part_1.2:3',
    body: `------=_Part_1.2:3\r\n${headers}\r\n\r\nhello\r\n------=_Part_1.2:3--`,
  },
  'headers in another order and case': {
    body: body('CONTENT-TYPE:text/plain\r\ncontent-disposition:Form-Data;FileName="a.txt";NAME=file'),
  },
  'an unquoted name': { body: body(`Content-Disposition: form-data; name=file; filename=a.txt\r\n${type}`) },
  'the right Content-Length of the part': { body: body(`${headers}\r\nContent-Length: 5`) },
  'UTF-8': { body: body(headers.replace('a.txt', 'Prüfung 証跡.pdf')), names: ['Prüfung 証跡.pdf'] },
  'a quote as browsers write it': {
    body: body(headers.replace('a.txt', 'a%22b%22.txt')),
    names: ['a%22b%22.txt', 'a"b".txt'],
  },
  'a quote as older curl writes it': { body: body(headers.replace('a.txt', 'a\\"b;c.txt')), names: ['a"b;c.txt'] },
  'a percent sign': { body: body(headers.replace('a.txt', '100%.txt')), names: ['100%.txt'] },
  'filename* alone, as Python and Rust write it': {
    body: body(headers.replace('filename="a.txt"', "filename*=utf-8''%C3%BC%20%E8%A8%BC.txt")),
    names: ['ü 証.txt'],
  },
  'filename* next to an equal filename, as .NET writes it': {
    body: body(headers.replace('filename="a.txt"', "filename=a.txt; filename*=utf-8''a.txt")),
  },
  'filename* next to a name in MIME words, as .NET writes it': {
    body: body(headers.replace('filename="a.txt"', `filename="=?utf-8?B?w7wudHh0?="; filename*=utf-8''%C3%BC.txt`)),
    names: ['ü.txt'],
  },
  'filename* next to a percent-encoded name, as aiohttp writes it': {
    body: body(headers.replace('filename="a.txt"', `filename="%C3%BC.txt"; filename*=utf-8''%C3%BC.txt`)),
    names: ['ü.txt'],
  },
  'a percent-encoded name alone, as aiohttp writes it': {
    body: body(headers.replace('a.txt', '%C3%BC%20a.txt')),
    names: ['%C3%BC%20a.txt', 'ü a.txt'],
  },
  'a path in a percent-encoded name, which stays encoded': {
    body: body(headers.replace('a.txt', '..%2Fa.txt')),
    names: ['..%2Fa.txt'],
  },
  'filename* next to a Latin name': {
    body: body(headers.replace('filename="a.txt"', `filename="ü.txt"; filename*=ISO-8859-1'de'%FC.txt`)),
    names: ['ü.txt'],
  },
  'Content-Transfer-Encoding: binary, as Java writes it': {
    body: body(`${headers}\r\nContent-Transfer-Encoding: binary`),
  },
  'Content-Transfer-Encoding: 8bit before the other headers': {
    body: body(`content-transfer-encoding: 8BIT\r\n${headers}`),
  },
  'other headers of the part': { body: body(`${headers}\r\nX-Path: /etc\r\nContent-ID: <1>`) },
  'line breaks that browsers escape, which stay escaped': {
    body: body(headers.replace('a.txt', 'a%0D%0Ab')),
    names: ['a%0D%0Ab'],
  },
}

for (const [
  name,
  { body: sent = body(), contentType = formData, content = 'hello', names = ['a.txt'] },
] of Object.entries(ACCEPTED)) {
  test(`accepted: ${name}`, async () => {
    for (const parts of splits(sent)) {
      const part = await read(chunksOf(...parts), contentType)
      assert.deepEqual([part.content.toString(), part.filenameCandidates], [content, names])
      assert.equal(part.contentType, 'text/plain')
    }
  })
}

const otherType = '415 the body must be multipart/form-data'
const badParameters = '400 the Content-Type header is malformed'
const badBoundary = '400 the boundary must be 1 to 70 characters of RFC 2046'
const REFUSED_CONTENT_TYPES: Record<string, string> = {
  '': otherType,
  'application/json': otherType,
  'multipart/mixed; boundary=xYz': otherType,
  'multipart/form-data-x; boundary=xYz': otherType,
  'multipart/form-data': '400 the Content-Type header names no boundary',
  'multipart/form-data;': badParameters,
  'multipart/form-data; boundary': badParameters,
  'multipart/form-data; boundary=': badParameters,
  'multipart/form-data; boundary="xYz': badParameters,
  'multipart/form-data; boundary=xYz, text/html': badParameters,
  'multipart/form-data; boundary=xYz junk': badParameters,
  'multipart/form-data; boundary=""': badBoundary,
  'multipart/form-data; boundary="x "': badBoundary,
  'multipart/form-data; boundary="x\\Yz"': badBoundary,
  'multipart/form-data; boundary="x\r\ny"': badBoundary,
  'multipart/form-data; boundary=xYä': badBoundary,
  [`multipart/form-data; boundary=${'x'.repeat(71)}`]: badBoundary,
  'multipart/form-data; boundary=xYz; boundary=abc': '400 the Content-Type header has a parameter twice',
  'multipart/form-data; boundary=xYz; BOUNDARY=xYz': '400 the Content-Type header has a parameter twice',
  'multipart/form-data; boundary=xYz; charset=utf-16':
    '400 the Content-Type header has a parameter that is not allowed',
  'multipart/form-data; boundary=xYz; start=1': '400 the Content-Type header has a parameter that is not allowed',
}

test('content types that name no usable boundary are refused', async () => {
  for (const [contentType, expected] of Object.entries(REFUSED_CONTENT_TYPES)) {
    assert.equal(await refusal(read(chunksOf(body()), contentType)), expected, contentType)
  }
})

const named = (parameters: string) => body(`Content-Disposition: form-data; ${parameters}\r\n${type}`)
const start = '400 the body does not start with its boundary'
const early = '400 the body ends before its closing boundary'
const malformed = '400 the part has a malformed header'
const malformedDisposition =
  '400 Content-Disposition is malformed: a quote in a quoted value is sent as %22 or with a backslash'
const twice = '400 Content-Disposition has a parameter twice'
const control = '400 the filename must not contain control or text-direction characters'
const REFUSED: Record<string, readonly (string | Buffer)[]> = {
  [start]: ['', 'x', '\r\n', `x${body()}`, `\r\n\r\n${body()}`, body().replace('--xYz', '--xYzz'), '--xYz', `--xY`],
  '400 the body has no part': ['--xYz--', '--xYz--\r\n'],
  '400 the headers of the part exceed 8192 bytes or do not end': [
    '--xYz\r\n',
    '--xYz\r\nhello\r\n--xYz--\r\n',
    `--xYz\r\n${headers}\r\n`,
    body(`${headers}\r\nX: ${'x'.repeat(8192)}`),
  ],
  [early]: [
    body(headers, 'hello', ''),
    body(headers, 'hello', '\r\n--xY'),
    body(headers, 'hello', '\r\n--xYz'),
    body(headers, 'hello', '\r\n--xYz-'),
  ],
  '400 the body has more than one part': [
    body(headers, 'hello', `\r\n--xYz\r\n${headers}\r\n\r\nagain\r\n--xYz--\r\n`),
    body(headers, 'hello', '\r\n--xYz\r\n'),
  ],
  '400 the boundary occurs inside the file': [
    body(headers, 'a\r\n--xYzjunk'),
    body(headers, 'hello', '\r\n--xYz -- '),
    body(headers, 'hello', '\r\n--xYz- \r\n'),
  ],
  '400 bytes follow the closing boundary': [
    `${body()}junk`,
    `${body()}\r\n`,
    `${body()}${body()}`,
    body(headers, 'hello', '\r\n--xYz--\r'),
    body(headers, 'hello', '\r\n--xYz--\n'),
    body(headers, 'hello', '\r\n--xYz-- \r\n'),
  ],
  [malformed]: [
    body(`${headers}\r\nno colon`),
    body(`${headers}\r\n: x`),
    body(`${headers}\r\n folded`),
    body(`${headers}\r\n\tfolded`),
    body(`${headers}\r\nX Y: z`),
    body(`${headers}\r\nContent-Length:`),
    body(`${disposition}\n${type}`),
    body(`${disposition}\r${type}`),
    body(headers.replace('a.txt', 'a\0.txt')),
    body(headers.replace('a.txt', 'a\x7f.txt')),
    body(headers.replace('a.txt', 'a\u0085.txt')),
    body(headers.replace('a.txt', 'a\t.txt')),
  ],
  '400 the headers of the part are not valid UTF-8': [
    Buffer.from(body(headers.replace('a.txt', 'ä.txt')), 'latin1'),
    Buffer.from(body(headers.replace('a.txt', '\xed\xa0\x80.txt')), 'latin1'),
    Buffer.from(body(headers.replace('a.txt', '\xc0\xaf.txt')), 'latin1'),
  ],
  '400 the Content-Transfer-Encoding must be binary: send the bytes as they are': [
    body(`${headers}\r\nContent-Transfer-Encoding: base64`),
    body(`content-transfer-encoding: quoted-printable\r\n${headers}`),
  ],
  '400 the part has a header twice': [
    body(`${headers}\r\n${type}`),
    body(`${disposition}\r\n${headers}`),
    body(`${headers}\r\nX-Note: 1\r\nx-note: 1`),
  ],
  '400 the part has no Content-Disposition': [body(type)],
  '400 the part has no Content-Type: send the media type of the upload intent': [body(disposition)],
  '400 the Content-Type of the part is malformed': [
    body(`${disposition}\r\nContent-Type: text`),
    body(`${disposition}\r\nContent-Type: text/plain;`),
    body(`${disposition}\r\nContent-Type: text/plain, text/html`),
  ],
  '400 the Content-Length of the part is malformed': [body(`${headers}\r\nContent-Length: -1`)],
  '400 the Content-Length of the part differs from its size': [body(`${headers}\r\nContent-Length: 4`)],
  '400 the part must have Content-Disposition: form-data': [
    body(`Content-Disposition: attachment; name="file"; filename="a"\r\n${type}`),
    body(`Content-Disposition: form-data-x; name="file"; filename="a"\r\n${type}`),
  ],
  '400 the part must be named file': [
    named('name="other"; filename="a"'),
    named('name="File"; filename="a"'),
    named('name="file "; filename="a"'),
    named('name=""; filename="a"'),
    named('filename="a"'),
  ],
  '400 the part has no filename': [named('name="file"')],
  '400 filename and filename* name different files: send only filename, in UTF-8': [
    named(`name="file"; filename="a"; FILENAME*=UTF-8''b`),
    named(`name="file"; filename="?.txt"; filename*=UTF-8''%C3%A4.txt`),
    named(`name="file"; filename="=?utf-8?B?YQ==?="; filename*=UTF-8''b`),
  ],
  '400 filename* is malformed: send it as in RFC 8187, or send only filename, in UTF-8': [
    named(`name="file"; filename*=a.txt`),
    named(`name="file"; filename*=utf-16''a.txt`),
    named(`name="file"; filename*=UTF-8''%E4.txt`),
    named(`name="file"; filename*=UTF-8''%zz`),
  ],
  '400 Content-Disposition has a parameter that is not allowed': [
    named('name="file"; filename="a"; size=1'),
    named('name="file"; filename="a"; filename*0="b"'),
  ],
  [twice]: [
    named('name="file"; name="file"; filename="a"'),
    named('name="file"; filename="a"; FileName="b"'),
    named(`name="file"; filename*=UTF-8''a; filename*=UTF-8''b`),
  ],
  [malformedDisposition]: [
    named('name="file" filename="a"'),
    named('name="file"; filename="a'),
    named('name="file"; filename="a"b'),
    named('name="file"; filename="a";'),
    named('name="file"; filename = "a"'),
    named('name="file"; filename=a b'),
    named('name="file"; ; filename="a"'),
    named('name="file"; filename="a\\"'),
  ],
  '400 the filename must not be empty': [named('name="file"; filename=""')],
  '400 the filename must not be . or ..': [named('name="file"; filename=".."')],
  '400 the filename must not contain / or \\': [
    named('name="file"; filename="../a"'),
    named('name="file"; filename="C:\\\\a"'),
    named('name="file"; filename="C:\\a"'),
    named(`name="file"; filename*=UTF-8''..%2Fa`),
  ],
  [control]: [named('name="file"; filename="a\u202e.txt"')],
  '400 the filename must be at most 255 bytes in UTF-8': [named(`name="file"; filename="${'x'.repeat(256)}"`)],
  '400 the filename must be in Unicode normalization form NFC': [named('name="file"; filename="e\u0301"')],
  '413 the file is larger than 1000 bytes': [body(headers, 'x'.repeat(1001)), body(headers, 'x'.repeat(5000), '')],
}

for (const [expected, bodies] of Object.entries(REFUSED)) {
  test(`refused: ${expected}`, async () => {
    for (const sent of bodies) {
      for (const parts of splits(sent)) {
        assert.equal(await refusal(read(chunksOf(...parts))), expected, JSON.stringify(sent.toString().slice(0, 200)))
      }
    }
  })
}

test('a file of exactly the maximum size is accepted', async () => {
  assert.equal((await read(chunksOf(body(headers, 'x'.repeat(1000))))).content.length, 1000)
})
