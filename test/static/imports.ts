/** One import or re-export of a module. `lazy` is `import()`, `import.meta.resolve()` or `new URL()` with a literal. */
export type Import = { specifier: string; line: number; kind: 'value' | 'type' | 'lazy'; clause: string }

const comment = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`
const string = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`
const template = '`(?:\\\\[\\s\\S]|[^`\\\\])*`'
const pattern = String.raw`(?<=(?:[(,=:[!&|?{};+*%<>~^-]|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/`
const opaque = new RegExp([comment, string, template, pattern].join('|'), 'g')

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

function blankToken(token: string): string {
  if (token.startsWith('/')) return blank(token)
  const content = token.slice(1, -1)
  if (!token.startsWith('`')) return token[0] + blank(content) + token[0]
  return `\`${content.replace(/\$\{[^}]*\}|[^\n]/g, part => (part.length > 1 ? part : ' '))}\``
}

/** Returns the source with comments and the contents of strings and patterns blanked. Lines and columns stay the same. */
export const codeOnly = (source: string) => source.replace(opaque, blankToken)

/** Returns the line, counted from 1, of the character at `index`. */
export const lineAt = (source: string, index: number) => source.slice(0, index).split('\n').length

const clause = String.raw`(?<clause>(?:(?!\b(?:import|export)\b)[\w$*{},\s])*?)`
const declaration = new RegExp(
  String.raw`\b(?:import|export)\b(?<type>\s+type\b(?!\s*,|\s+from\b))?(?:${clause}\bfrom)?\s*(?=['"])`,
  'g',
)
const call = /\b(?:import|import\s*\.\s*meta\s*\.\s*resolve|new\s+URL)\s*\(\s*(?=['"`])/g

function literalAt(source: string, index: number): string {
  const end = source.indexOf(source.charAt(index), index + 1)
  return source.slice(index + 1, end)
}

/**
 * Every module that a TypeScript source names, in the order of declarations, then calls.
 * `import { type A }` is a value import: type stripping leaves `import {}`, which still loads the module.
 */
export function importsOf(source: string): Import[] {
  const code = codeOnly(source)
  const importOf = (match: RegExpExecArray, kind: Import['kind']): Import => ({
    specifier: literalAt(source, match.index + match[0].length),
    line: lineAt(source, match.index),
    kind,
    clause: match.groups?.clause?.trim() ?? '',
  })
  return [
    ...Array.from(code.matchAll(declaration), match => importOf(match, match.groups?.type ? 'type' : 'value')),
    ...Array.from(code.matchAll(call), match => importOf(match, 'lazy')),
  ]
}
