import { StringDecoder } from 'node:string_decoder'

/**
 * Splits UTF-8 at line feeds and nowhere else. `node:readline` also ends a line at U+2028 and U+2029, which JSON leaves
 * as they are, so it cuts a record in two where a title holds one.
 */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''

  /** The lines that end in this piece. */
  push(piece: Buffer): string[] {
    const lines = (this.#rest + this.#decoder.write(piece)).split('\n')
    this.#rest = lines.pop() ?? ''
    return lines
  }

  /** What follows the last line feed, if anything. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end()
    this.#rest = ''
    return rest === '' ? [] : [rest]
  }
}

/** The lines of a stream. Leaving the loop early closes the stream. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string, void, void> {
  const splitter = new LineSplitter()
  for await (const piece of pieces) yield* splitter.push(piece)
  yield* splitter.end()
}
