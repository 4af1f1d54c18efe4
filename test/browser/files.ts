import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  const tail = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}

/** Creates a single-colour PNG image that contains `comment` as text. */
export const png = (side = 64, comment = ''): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([40, 110, 200]))])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(comment ? [chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1'))] : []),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

interface PdfOptions {
  readonly pages?: number
  /** Additional entries of the catalog, such as an action that runs when the file is opened. */
  readonly catalog?: string
  /** Additional entries of each page. */
  readonly page?: string
  /** Additional objects, numbered from 100. */
  readonly objects?: readonly string[]
}

/** Creates a PDF that shows `text` on each page. */
export const pdf = (text: string, { pages = 1, catalog = '', page = '', objects = [] }: PdfOptions = {}): Buffer => {
  const numbers = Array.from({ length: pages }, (_, i) => 10 + i)
  const content = `BT /F1 24 Tf 40 700 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
  const bodies = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, `<< /Type /Pages /Count ${pages} /Kids [${numbers.map(n => `${n} 0 R`).join(' ')}] >>`],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    [4, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    ...numbers.map(
      n =>
        [
          n,
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> ${page} >>`,
        ] as const,
    ),
    ...objects.map((body, i) => [100 + i, body] as const),
  ])
  let document = '%PDF-1.7\n'
  const offsets = new Map<number, number>()
  for (const [number, body] of bodies) {
    offsets.set(number, document.length)
    document += `${number} 0 obj\n${body}\nendobj\n`
  }
  const start = document.length
  document += 'xref\n0 1\n0000000000 65535 f \n'
  for (const [number, offset] of offsets) document += `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  const size = Math.max(...bodies.keys()) + 1
  return Buffer.from(`${document}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`, 'latin1')
}
