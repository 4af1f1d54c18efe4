import { nameAllControls } from '#lib/direction-controls.ts'

const separators = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

/** Hebrew, Arabic and related scripts, which are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

const [firstStrongIsolate, popIsolate] = ['\u2068', '\u2069']

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text to a number of UTF-16 code units, never within a character as people see it. */
const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  let end = 0
  for (const { index, segment } of graphemes.segment(text.slice(0, most + 64))) {
    if (index + segment.length > most - 1) break
    end = index + segment.length
  }
  return `${text.slice(0, end).trimEnd()}…`
}

/**
 * A text that people entered, as part of a mail: on one line, bounded, without controls that could disguise it, and
 * isolated if it runs from right to left.
 */
export const safeText = (text: string, most = 140): string => {
  // Bounded first: a title may have thousands of characters.
  const line = text
    .slice(0, 4 * most + 64)
    .toWellFormed()
    .replaceAll(separators, ' ')
    .trim()
  const short = cut(nameAllControls(line.replaceAll(/[\u2068\u2069]/g, '')), most)
  return rightToLeft.test(short) ? `${firstStrongIsolate}${short}${popIsolate}` : short
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => entities[character] ?? '')

const width = 72

/** Breaks lines at spaces. Words that are longer, such as addresses, stay whole. */
export const wrap = (text: string, indent = ''): string => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const next = line === '' ? word : `${line} ${word}`
    if (line !== '' && next.length > width - indent.length) {
      lines.push(line)
      line = word
    } else line = next
  }
  return [...lines, line].map((one, index) => (index === 0 ? one : `${indent}${one}`)).join('\n')
}
