import { codeOnly, lineAt } from './imports.ts'

interface Rule {
  readonly name: string
  readonly pattern: RegExp
  readonly instead: string
}

const start = String.raw`(?:^|[.:!?]\s|['"\`>])\s*`

/** Wording that this repository does not use, and what to write instead. */
const languageRules: readonly Rule[] = [
  {
    name: 'somebody',
    pattern: /\b(?:some|no|every)body\b/gi,
    instead: 'the noun of the field (reviewer, caller, administrator), or "someone", "no one", "everyone"',
  },
  {
    name: 'whoever',
    pattern: /\b(?:who|which|whom)(?:so)?ever\b/gi,
    instead: '"the person who", "anyone who", or a noun',
  },
  {
    name: 'What …',
    pattern: new RegExp(`${start}What(?!'s)\\b(?![^.!]{0,160}\\?)`, 'gm'),
    instead: 'the noun first: "The fields that …", not "What …"',
  },
  {
    name: 'Whose …',
    pattern: new RegExp(`${start}(?:Whose|Whom)\\b(?![^.!]{0,160}\\?)`, 'gm'),
    instead: 'the noun first: "The person whose …"',
  },
  { name: 'any more', pattern: /\bany more\b(?! than)/gi, instead: '"no longer"' },
  {
    name: 'no more',
    pattern: /\b(?:is|are|was|were|does|do) no more\b(?! than| [a-z]+s\b)/gi,
    instead: '"no longer"',
  },
  {
    name: 'so many',
    pattern: /\b(?:so|as) (?:many|much)\b(?! (?:as|that|more|less|faster|slower))/gi,
    instead: '"N", "this many", "the amount"',
  },
  {
    name: 'told',
    pattern: /\b(?:is|are|was|were|be|been|being) told\b|\btold of\b|\btells? of\b/gi,
    instead: '"notifies", "reports", "learns"',
  },
  {
    name: 'the … of it',
    pattern: /\b(?:the|an?|no|its) (?!first|second|third|fourth|last|latter|rest|other)[a-z-]+ of (?:it|them)\b/gi,
    instead: '"its …", "their …"',
  },
  { name: 'as far as', pattern: /\b(?:as|so) far as\b/gi, instead: '"if", "those that"' },
  {
    name: 'is to be',
    pattern: /\b(?:is|are|was|were) (?:not )?to be [a-z]+(?:ed|en|wn|ld|nt|ne|de|t)\b/gi,
    instead: '"must be", "should be", or who does it',
  },
  { name: 'of yours', pattern: /\b(?<!\bone )of (?:yours|theirs|hers)\b/gi, instead: '"your …", "their …"' },
  { name: 'in the place of', pattern: /\bin the (?:place|stead) of\b/gi, instead: '"instead of"' },
  {
    name: 'may and can be none',
    pattern: /\b(?:there|it) (?:is|are) none\b/gi,
    instead: 'the noun: "no claim exists"',
  },
]

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** Returns Markdown without code, link targets and the quoted titles of tests. */
const markdownText = (source: string): string =>
  source.replace(/^```[\s\S]*?^```|`[^`\n]*`|\]\([^)\n]*\)|“[^”\n]*”/gm, blank)

// Matches single words in quotes, which are values or keys, and the expressions that a template inserts.
const values = /(['"`])[^'"`\s]*\1|\$\{[^}]*\}/g

/** Returns the comments and the texts in quotes. All other text is blanked, so that lines and columns stay the same. */
const prose = (path: string, source: string): string => {
  if (path.endsWith('.md')) return markdownText(source)
  if (path.endsWith('.sql')) return source.replace(/^(?!\s*--).*$/gm, blank).replace(/^[^\S\n]*--/gm, blank)
  const code = codeOnly(source)
  const withoutValues = source.replace(values, blank)
  const text = withoutValues.replace(/[^\n]/g, (character, index: number) =>
    code[index] === character ? ' ' : character,
  )
  return text.replace(/^[^\S\n]*(?:\/\*\*|\*\/|\*|\/\/)/gm, blank)
}

/** Returns each use of such wording in one file, with its line. */
export const languageHits = (path: string, source: string): string[] => {
  const text = prose(path, source)
  return languageRules.flatMap(({ name, pattern, instead }) =>
    Array.from(text.matchAll(pattern), match => {
      const line = lineAt(text, match.index + match[0].lastIndexOf('\n') + 1)
      return `${path}:${line} "${match[0].trim()}" (${name}): write ${instead}`
    }),
  )
}
