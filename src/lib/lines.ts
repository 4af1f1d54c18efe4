import { StringDecoder } from 'node:string_decoder'

/**
 * Splits UTF-8 only at line feeds. `node:readline` also splits at U+2028 and U+2029, which JSON does not escape, so it
 * would split a record whose title contains one of them.
 */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''

  /** Returns the lines that this chunk completes. */
  push(chunk: Buffer): string[] {
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n')
    this.#rest = lines.pop() ?? ''
    return lines
  }

  /** Returns the text after the last line feed, if any. */
  end(): string[] {
    const rest = this.#rest + this.#decoder.end()
    this.#rest = ''
    return rest === '' ? [] : [rest]
  }
}

/** Yields the lines of a stream. Leaving the loop early destroys the stream. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void, void> {
  const splitter = new LineSplitter()
  for await (const chunk of chunks) yield* splitter.push(chunk)
  yield* splitter.end()
}
