import { SaxesParser } from 'saxes'
import { UnreadableFile } from './unreadable-file.ts'

export type Attributes = Readonly<Record<string, string>>

/** Callbacks for elements. Names are without prefixes, which depend on the producer. */
export interface Handlers {
  opened?(name: string, attributes: Attributes): void
  /** The whole text between two tags. */
  text?(text: string): void
  closed?(name: string): void
}

const maxDepth = 64

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const decoderOf = ([first, second]: Uint8Array): TextDecoder => {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true })
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true })
  return new TextDecoder('utf-8', { fatal: true })
}

/**
 * Reports the elements of an XML file as they arrive. Rejects document types, so that only the five predefined entities
 * exist and no external resource is loaded. Throws {@link UnreadableFile} with `part` if the XML is not well-formed.
 */
export const readXml = async (pieces: AsyncIterable<Uint8Array>, part: string, handlers: Handlers): Promise<void> => {
  const parser = new SaxesParser({ position: false })
  const fail = (): never => {
    throw new UnreadableFile('noXml', { part })
  }
  let depth = 0
  parser.on('error', fail)
  parser.on('doctype', fail)
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^utf-?(8|16)$/i.test(encoding)) fail()
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth) fail()
    const entries = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const)
    handlers.opened?.(localName(name), Object.fromEntries(entries))
  })
  parser.on('text', text => handlers.text?.(text))
  parser.on('cdata', text => handlers.text?.(text))
  parser.on('closetag', ({ name }) => {
    depth--
    handlers.closed?.(localName(name))
  })
  let decoder: TextDecoder | undefined
  try {
    for await (const piece of pieces) {
      decoder ??= decoderOf(piece)
      parser.write(decoder.decode(piece, { stream: true }))
    }
    parser.write(decoder?.decode() ?? '').close()
  } catch (error) {
    // The decoder throws a TypeError for bytes that are not text.
    throw error instanceof TypeError ? new UnreadableFile('noXml', { part }) : error
  }
}
