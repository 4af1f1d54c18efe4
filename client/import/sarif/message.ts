/** Renders the message of a result as plain text (SARIF 3.11). */
import type { Result, Rule, Run } from './log.ts'
import { messageStringOf } from './rule.ts'

/**
 * Whether every brace is doubled or part of a placeholder, as 3.11.5 requires. Some tools do not double braces, so
 * their text must stay unchanged.
 */
const escapesBraces = (text: string): boolean => !/[{}]/.test(text.replace(/\{\{|\}\}|\{\d+\}/g, ''))

const fillPlaceholders = (text: string, values: readonly (string | undefined)[]): string => {
  const isEscaped = escapesBraces(text)
  return text.replace(/\{\{|\}\}|\{(\d+)\}/g, (whole, index?: string) => {
    if (index !== undefined) return values[Number(index)] ?? whole
    return isEscaped ? whole.slice(1) : whole
  })
}

const scheme = /^[a-z][a-z\d+.-]+:/i

/**
 * Replaces links by their text (3.11.6), followed by the address if the link leads to a page. `[text](1)` refers to
 * another location of the result.
 */
const plainLinks = (text: string): string =>
  text.replace(/(?<!\\)\[((?:\\[\\[\]]|[^\\[\]])*)\]\(([^()\s]{1,2000})\)/g, (whole, label: string, target: string) => {
    const plainLabel = label.replace(/\\([\\[\]])/g, '$1')
    if (/^\d+$/.test(target)) return plainLabel
    if (!scheme.test(target)) return whole
    return plainLabel === target || plainLabel === '' ? target : `${plainLabel} (${target})`
  })

export const messageOf = (run: Run, result: Result, rule: Rule | undefined): string => {
  const { text, markdown, id, arguments: values = [] } = result.message ?? {}
  const messageString = id === undefined ? undefined : messageStringOf(run, result, rule, id)
  const plainText = text || messageString?.text
  if (plainText) return plainLinks(fillPlaceholders(plainText, values))
  return fillPlaceholders(markdown ?? messageString?.markdown ?? '', values)
}
