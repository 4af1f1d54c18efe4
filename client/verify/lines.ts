import { fromUtf8, join } from './bytes.ts'
import type { Files, StoredFile } from './container.ts'
import type { AddFinding, Code, Section } from './findings.ts'
import type { Primitives, Source } from './primitives.ts'
import { Window } from './window.ts'

/** The maximum length of a line in bytes. Records have at most a few hundred kilobytes. */
const longestLine = 16 << 20

/** The input of every check, and the function that receives its findings. */
export interface Reading {
  readonly source: Source
  readonly files: Files
  readonly primitives: Primitives
  readonly addFinding: AddFinding
}

/** A fault that prevents reading further lines. */
class LineFault extends Error {
  readonly code: Code
  constructor(code: Code) {
    super(code)
    this.code = code
  }
}

const newline = 10

/**
 * Yields the lines of a file in batches. Keeps at most one piece and one line in memory. Throws `LineFault` if a line
 * is too long, is not UTF-8, or has no end.
 */
async function* linesOf(source: Source, file: StoredFile): AsyncGenerator<readonly string[]> {
  const window = new Window(source)
  let rest: Uint8Array[] = []
  let pendingLength = 0
  for (let at = 0; at < file.size; ) {
    const piece = await window.some(file.start + at, file.size - at)
    at += piece.length
    const end = piece.lastIndexOf(newline) + 1
    if (pendingLength + (end || piece.length) > longestLine) throw new LineFault('line-too-long')
    if (end > 0) {
      const text = fromUtf8(join(...rest, piece.subarray(0, end)))
      if (text === undefined) throw new LineFault('not-text')
      const lines = text.split('\n')
      lines.pop()
      yield lines
      rest = []
      pendingLength = 0
    }
    if (end < piece.length) rest.push(piece.slice(end))
    pendingLength += piece.length - end
  }
  if (pendingLength > 0) throw new LineFault('line-cut')
}

const maxTextSize = 1 << 20

/** Reads a file of at most 1 MiB as text. Otherwise adds a finding and returns undefined. */
export const textOf = async (
  { source, files, addFinding }: Reading,
  section: Section,
  name: string,
): Promise<string | undefined> => {
  const file = files.get(name)
  if (!file) return addFinding(section, 'missing', { file: name })
  if (file.size > maxTextSize) return addFinding(section, 'too-large', { file: name })
  const text = fromUtf8(await new Window(source).all(file.start, file.size))
  return text ?? addFinding(section, 'not-text', { file: name })
}

/** Calls `take` with each line of a file and its number, counted from 1. Adds a finding for unreadable lines. */
export const eachLine = async (
  { source, files, addFinding }: Reading,
  section: Section,
  name: string,
  take: (line: string, number: number) => void | Promise<void>,
): Promise<void> => {
  const file = files.get(name)
  if (!file) return addFinding(section, 'missing', { file: name })
  let number = 0
  try {
    for await (const lines of linesOf(source, file)) {
      for (const line of lines) {
        const pending = take(line, ++number)
        if (pending) await pending
      }
    }
  } catch (error) {
    if (!(error instanceof LineFault)) throw error
    addFinding(section, error.code, { file: name, line: number + 1 })
  }
}
