import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { findExecutable } from '#test/tools.ts'
import { withChromium } from './browser.ts'

const pdftotext = findExecutable('pdftotext')

/** Options for tests that read PDFs; test/tools.ts says how to install pdftotext. */
export const withPdf = pdftotext ? withChromium : { skip: 'pdftotext is not installed' }

const read = (pdf: Buffer, options: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(pdftotext ?? '', [...options, '-', '-'], {
    input: pdf,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  assert.equal(status, 0, stderr)
  return stdout
}

export interface PrintedDocument {
  /** The text of each page. */
  readonly pages: readonly string[]
  /** The text of all pages without white space, because words may wrap anywhere. */
  readonly compactText: string
  /** Texts that lie outside the printable area of a page. */
  readonly outside: readonly string[]
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '')

/** The left and right page margins in points, minus a tolerance. */
const sideMargin = 35
const boxes = /<page width="([\d.]+)"|<word xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="[\d.]+">(.*?)<\/word>/g

const textOutside = (pdf: Buffer): string[] => {
  let pageWidth = 0
  return [...read(pdf, ['-bbox']).matchAll(boxes)].flatMap(([, width, left, right, word = '']) => {
    if (width !== undefined) pageWidth = Number(width)
    const isOutside = Number(left) < sideMargin || Number(right) > pageWidth - sideMargin
    return width === undefined && isOutside ? [word] : []
  })
}

/** Prints a page in its current state, as the browser's menu does. */
export const printNow = async (page: Page): Promise<PrintedDocument> => {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const text = read(pdf, ['-raw'])
  const pages = text.split('\f').filter(one => one.trim() !== '')
  return { pages, compactText: withoutSpace(text), outside: textOutside(pdf) }
}

/** Presses Print, waits until the page opens the print dialog, and returns the document that Chromium prints. */
export const printDocument = async (page: Page, label = 'Print'): Promise<PrintedDocument> => {
  await page.evaluate('globalThis.print = () => { document.documentElement.dataset.printed = "yes" }')
  await page.getByRole('button', { name: label, exact: true }).click()
  await page.locator('html[data-printed]').waitFor()
  return printNow(page)
}

/** Asserts that the document contains these texts, wherever they wrap. */
export const assertContains = ({ compactText }: PrintedDocument, texts: readonly string[]): void =>
  assert.deepEqual(
    texts.filter(text => !compactText.includes(withoutSpace(text))),
    [],
    compactText.slice(0, 3000),
  )
