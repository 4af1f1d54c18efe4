/** Creates the fields of a finding for display: its title, and its location in this scan. */
import type { Sighting } from '#client/import/scan-finding.ts'
import { cleanText, lineOf, truncate } from '#client/import/text.ts'
import type { Result, Rule } from './log.ts'

interface TitleInput {
  readonly words: string
  readonly rule: Rule | undefined
  readonly ruleId: string
}

const maxTitleLength = 500

const withId = (title: string, ruleId: string): string => {
  if (ruleId === '' || title.includes(ruleId)) return title
  const suffix = ` (${truncate(lineOf(ruleId), 200)})`
  return `${truncate(title, maxTitleLength - suffix.length)}${suffix}`
}

/** Returns the title of a result. Prefers the rule's description to the first of several lines of the message. */
const titleOf = ({ words, rule, ruleId }: TitleInput): string => {
  const [first = '', ...more] = cleanText(words).split('\n')
  const ruleDescription = truncate(lineOf(rule?.shortDescription?.text ?? ''), maxTitleLength)
  const title = first === '' || more.length > 0 ? ruleDescription || lineOf(first) : lineOf(first)
  return truncate(title || lineOf(ruleId), maxTitleLength) || 'Finding'
}

/** Returns the titles of results. Results of different rules get different titles. */
export const titlesOf = (results: readonly TitleInput[]): string[] => {
  const titles = results.map(titleOf)
  const rules = new Map<string, Set<string>>()
  for (const [i, { ruleId }] of results.entries()) {
    const title = titles[i] ?? ''
    rules.set(title, (rules.get(title) ?? new Set()).add(ruleId))
  }
  return results.map(({ ruleId }, i) => {
    const title = titles[i] ?? ''
    return (rules.get(title)?.size ?? 0) > 1 ? withId(title, ruleId) : title
  })
}

const maxSnippetLength = 4000
/** The highest line number that the API accepts. */
const maxLine = 2_147_483_647

const isLine = (line: number | undefined): line is number => line !== undefined && line >= 1 && line <= maxLine

export const sightingOf = ({ locations = [] }: Result): Sighting | undefined => {
  const { startLine, endLine, snippet } = locations[0]?.physicalLocation?.region ?? {}
  if (!isLine(startLine)) return undefined
  const text = truncate(cleanText(snippet?.text ?? ''), maxSnippetLength)
  return {
    startLine,
    ...(isLine(endLine) && endLine >= startLine && { endLine }),
    ...(text !== '' && { snippet: text }),
  }
}
