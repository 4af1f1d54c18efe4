// The frame that draws PDF attachments. It has no origin, no network and no cookie (src/http/web-app.ts): it receives
// data only from the embedding page, and can only draw.
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
// A document without an origin cannot start a worker from our files: imported here, the parser registers itself as
// `pdfjsWorker` and runs on the frame's own thread. Chromium gives sandboxed frames a process, so the page does not
// wait.
import 'pdfjs-dist/build/pdf.worker.mjs'
import type { Draw, FrameReply } from './messages.ts'

/** Each page is a bitmap in memory. To see more pages, people download the file. */
const maxPages = 40
/** The pixels of one page: 4 megapixels are an A4 page at 200 dpi. */
const maxPixels = 4_000_000

const post = (reply: FrameReply): void => parent.postMessage(reply, '*')

const container = document.getElementById('pages')

const drawPage = async (pdf: PDFDocumentProxy, number: number): Promise<void> => {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const fittingScale = ((container?.clientWidth || 800) * devicePixelRatio) / width
  const scale = Math.min(fittingScale, Math.sqrt(maxPixels / (width * height)))
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', String(number))
  container?.append(canvas)
  await page.render({ canvas, viewport }).promise
  page.cleanup()
}

const draw = async (data: Uint8Array<ArrayBuffer>): Promise<void> => {
  // pdf.js fetches nothing: no character maps, standard fonts, decoders or profiles. Version 6 uses no eval, and only
  // its viewer, which is absent here, runs the scripts of a document.
  const pdf = await getDocument({ data, enableXfa: false, useWasm: false, maxImageSize: 16_000_000 }).promise
  const pages = Math.min(pdf.numPages, maxPages)
  for (let number = 1; number <= pages; number += 1) await drawPage(pdf, number)
  post({ kind: 'drawn', pages, totalPages: pdf.numPages })
}

const isDraw = (data: unknown): data is Draw =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'draw'

if (parent !== window) {
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !isDraw(data)) return
    container?.replaceChildren()
    draw(data.bytes).catch(() => post({ kind: 'failed' }))
  })
  post({ kind: 'ready' })
}
