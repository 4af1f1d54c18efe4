import { fromUtf8, join } from './bytes.ts'
import type { Files, StoredFile } from './container.ts'
import type { AddFinding, Code, Section } from './findings.ts'
import type { Primitives, Source } from './primitives.ts'
import { Window } from './window.ts'

/** A record has a few hundred kilobytes at most; longer lines are an attack. */
const longestLine = 16 << 20

/** The source that every part of the check reads, and the sink of its findings. */
export interface Reading {
  readonly source: Source
  readonly files: Files
  readonly primitives: Primitives
  readonly addFinding: AddFinding
}

/** The reason why no further line can be read. */
class LineFault extends Error {
  readonly code: Code
  constructor(code: Code) {
    super(code)
    this.code = code
  }
}

const newline = 10

/**
 * The lines of a file, in batches, without ever holding more than one piece and one line. Throws `LineFault` if a line
 * is too long, is not UTF-8, or does not end.
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

/** Reads a small file as text. If it is not text, adds a finding and returns undefined. */
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

/** Calls `take` with each line of a file, counted from 1. Unreadable lines are reported. */
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
