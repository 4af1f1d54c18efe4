import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFilename } from './filename.ts'

const ACCEPTED = [
  'report.pdf',
  'Prüfbericht 2026 (final).pdf',
  '証跡.png',
  'שלום.txt',
  'emoji 👩‍💻.txt',
  '.hidden',
  '...',
  'a "quoted" name.txt',
  "semi;colon=1'.txt",
  '%2e%2e%2f',
  'x'.repeat(255),
  'é'.repeat(127),
]

const REFUSED: Record<string, readonly string[]> = {
  'must not be empty': [''],
  'must be well-formed Unicode (no lone surrogates)': ['a\ud800', '\udc00b', '\udc00\ud800'],
  'must be in Unicode normalization form NFC': ['e\u0301.txt', '\u212b.txt'],
  'must be at most 255 bytes in UTF-8': ['x'.repeat(256), 'é'.repeat(128), '👩'.repeat(64)],
  'must not contain control or text-direction characters': [
    'a\0b',
    'a\nb',
    'a\r\nb',
    'tab\t',
    '\u001b[31m',
    'del\u007f',
    'c1\u0085',
    'c1\u009f',
    'rtl\u202etxt.exe',
    'lre\u202a',
    'isolate\u2066',
    'pop\u2069',
  ],
  'must not contain / or \\': ['a/b', '/etc/passwd', '../up', 'C:\\windows', '\\\\host\\share', 'a\\'],
  'must not be . or ..': ['.', '..'],
}

test('acceptable names have no problem', () => {
  for (const name of ACCEPTED) assert.equal(checkFilename(name), undefined, name)
})

test('each forbidden name is reported with its problem', () => {
  for (const [problem, names] of Object.entries(REFUSED)) {
    for (const name of names) assert.equal(checkFilename(name)?.text, problem, JSON.stringify(name))
  }
})
