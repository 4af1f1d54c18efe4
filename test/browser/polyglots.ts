import type { Proof } from '#test/proof.ts'
import { pdf, png } from './files.ts'

/** The path that every payload requests if its script runs. */
export const canary = '/canary-of-a-polyglot'

const script = `window.__ran=1;try{top.__ran=1}catch(e){};document.title='ran';new Image().src='${canary}';fetch('${canary}');alert('ran')`
const html = `<html><body onload="${script.replaceAll('"', '&quot;')}"><script>${script}</script><img src="x" onerror="${script}"><meta http-equiv="refresh" content="0;url=${canary}"></body></html>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script><image href="${canary}"/></svg>`

const latin1 = (text: string) => Buffer.from(text, 'latin1')

const jpeg = (comment: string): Buffer => {
  const text = latin1(comment)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([
    latin1('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xfe'),
    length,
    text,
    latin1('\xff\xd9'),
  ])
}

/** Creates a GIF of one pixel that contains `comment`, truncated to 255 bytes. */
const gif = (comment = ''): Buffer => {
  const text = Buffer.from(comment, 'latin1').subarray(0, 255)
  return Buffer.concat([
    Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1'),
    ...(text.length > 0 ? [Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])] : []),
    Buffer.from('\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3b', 'latin1'),
  ])
}

/**
 * The end of an empty ZIP archive. A reader that parses from the end takes a file with this trailer for a Java archive
 * (GIFAR).
 */
const emptyArchive = latin1(`PK\x05\x06${'\0'.repeat(18)}`)

const javascript = `<< /S /JavaScript /JS (app.alert\\("ran"\\); app.launchURL\\("${canary}"\\);) >>`
const link = `<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (javascript:${script.replace(/[\\()]/g, '\\$&')}) >> >>`

/** Files that are valid as several types at once, or whose type is not the one that their name suggests. */
const payloads: Readonly<Record<string, Buffer>> = {
  'page.html': latin1(html),
  'spaces.html': latin1(`\n\t  ${html}`),
  'bom.html': Buffer.from(`\ufeff${html}`),
  'utf16.html': Buffer.from(`\ufeff${html}`, 'utf16le'),
  'utf7.html': latin1(`+ADw-script+AD4-${script}+ADw-/script+AD4-`),
  'late.txt': latin1(`A report of last night\n${html}`),
  'picture.svg': latin1(svg),
  'declared.svg': latin1(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "${script}">]>${svg}`),
  'page.xhtml': latin1(
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
  ),
  'code.js': latin1(script),
  'gif.js': latin1(`GIF89a/*${'\0'.repeat(20)}*/=1;${script}`),
  'comment.gif': gif(html),
  'archive.gif': Buffer.concat([gif(), emptyArchive]),
  'comment.png': png(8, html),
  'tail.png': Buffer.concat([png(8), latin1(html)]),
  'comment.jpg': jpeg(html),
  'riff.webp': latin1(`RIFF\0\0\0\0WEBPVP8 ${html}`),
  'opened.pdf': pdf('Report', {
    catalog: `/OpenAction ${javascript} /AcroForm << /XFA 100 0 R >>`,
    objects: [javascript],
  }),
  'annotated.pdf': pdf('Report', { page: `/AA << /O ${javascript} >> /Annots [${link}]` }),
  'late.pdf': Buffer.concat([latin1(`${html}\n`), pdf('Report')]),
}

const declaredTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
  'text/html',
  'image/svg+xml',
  'application/xhtml+xml',
  'text/javascript',
]

/**
 * The number of payloads for each declared type. The default is small, to keep `npm test` fast; `POLYGLOTS=20 npm test
 * -- test/browser/polyglots.test.ts` uses all of them.
 */
export const payloadsPerType = Number(process.env.POLYGLOTS ?? 4)

const allPayloads = Object.entries(payloads)

/**
 * One list of payloads for each of the 10 declared types. With `payloadsPerType` at 20, each list has all 20 payloads;
 * otherwise the lists rotate through them.
 */
export const polyglots: readonly (readonly Proof[])[] = declaredTypes.map((type, i) =>
  allPayloads
    .filter((_, index) => (index + i) % Math.ceil(allPayloads.length / payloadsPerType) === 0)
    .map(([name, bytes]) => ({ name, type, bytes })),
)
