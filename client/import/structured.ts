/** Reads files in JSON and YAML. */
import { SaxesParser } from 'saxes'
import { parse as parseYaml, type Tags, YAMLError } from 'yaml'
import { type InputFile, textOf } from './input-file.ts'
import { UnreadableFile } from './unreadable-file.ts'

/**
 * Reads as text what YAML 1.1 and PyYAML treat as text, and therefore write without quotes: `08` is not 8, and `3e1` is
 * not 30.
 */
const customTags = (tags: Tags): Tags =>
  tags.flatMap((tag): Tags => {
    if (typeof tag === 'string' || tag.collection !== undefined) return [tag]
    if (tag.format !== undefined) return []
    return tag.tag === 'tag:yaml.org,2002:int' ? [{ ...tag, test: /^[-+]?(?:0|[1-9][0-9]*)$/ }] : [tag]
  })

/** Limits aliases, which can exhaust memory. Supports `<<` of YAML 1.1, which libraries use. */
const yaml = { maxAliasCount: 100, merge: true, customTags } as const

export const extensionOf = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? ''

/** Whether the name of a file is that of a JSON, YAML or XML document. */
export const isDocument = (name: string): boolean => ['json', 'yaml', 'yml', 'xml'].includes(extensionOf(name))

const lineOf = (error: unknown): number | undefined => {
  if (error instanceof YAMLError) return error.linePos?.[0].line
  // Matches V8's message for JSON. Other browsers have other messages.
  const [, line] = /\bline (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
  return line === undefined ? undefined : Number(line)
}

/** Returns the name of the first XML element. */
const rootOf = (xml: string): string => {
  const parser = new SaxesParser()
  let root = ''
  parser.on('opentag', ({ name }) => {
    root ||= name
  })
  parser.on('error', () => undefined)
  parser.write(xml.slice(0, 20_000))
  return root.slice(0, 100) || 'unreadable'
}

/** Parses a file to its top-level object. Throws {@link UnreadableFile}. */
export const documentOf = (file: InputFile): object => {
  const text = textOf(file).replace(/^\ufeff/, '')
  if (/^\s*</.test(text)) throw new UnreadableFile('xml', { root: rootOf(text) })
  const kind = extensionOf(file.name) === 'json' ? 'JSON' : 'YAML'
  let value: unknown
  try {
    value = kind === 'JSON' ? JSON.parse(text) : parseYaml(text, yaml)
  } catch (error) {
    const line = lineOf(error)
    throw line === undefined ? new UnreadableFile('broken', { kind }) : new UnreadableFile('brokenAt', { kind, line })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableFile('noObject', { kind })
  return value
}
