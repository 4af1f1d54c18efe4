import type { InputFile } from './input-file.ts'
import { documentOf, isDocument } from './structured.ts'

/** The title, version and key that a file states for its framework. */
export interface AboutFile {
  readonly title?: string | undefined
  readonly version?: string | undefined
  readonly key?: string | undefined
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

const textOf = (value: unknown, name: string): string | undefined => {
  const member = memberOf(value, name)
  const text = typeof member === 'number' ? String(member) : member
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/** Reads the metadata of an OSCAL document or a CISO Assistant library. Tables have none. */
export const aboutFile = (file: InputFile): AboutFile => {
  if (!isDocument(file.name)) return {}
  const document = documentOf(file)
  const model = memberOf(document, 'catalog') ?? memberOf(document, 'profile')
  if (model !== undefined) {
    const metadata = memberOf(model, 'metadata')
    return { title: textOf(metadata, 'title'), version: textOf(metadata, 'version') }
  }
  return { title: textOf(document, 'name'), version: textOf(document, 'version'), key: textOf(document, 'ref_id') }
}
