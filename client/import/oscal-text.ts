/** The text of OSCAL controls and groups: the parts that are read, with values and labels in place of parameters. */
import { type Catalog, type Control, type Group, maxDepth, type Param, type Part, type Prop } from './oscal-model.ts'
import { truncate } from './text.ts'

/** A parameter insertion. Identifiers are tokens of any script (`[\p{L}_][\p{L}\p{N}.\-_]*`). */
const insertion = /\{\{\s*(?:insert:\s*param\s*,\s*|param:\s*)?([\p{L}\p{N}._-]+)\s*\}\}/gu

/** The text for a parameter: its values; without values, its open choice in brackets with its constraints. */
const wordsOf = ({ id, label, select, values = [], constraints = [] }: Param): string => {
  if (values.length > 0) return values.join(', ')
  const constraintTexts = constraints.map(({ description }) => description).filter(Boolean)
  const choices = select?.choice?.join(' / ')
  const isSeveral = choices !== undefined && select?.['how-many'] === 'one-or-more'
  return `[${[label ?? (isSeveral ? `one or more: ${choices}` : choices) ?? id, ...constraintTexts].join('; ')}]`
}

/** Limits for nested parameters: a choice may name another parameter with choices, and a malicious text may grow. */
const nestingLimits = { depth: 5, times: 1000, characters: 5000 } as const

const collectParamTexts = (catalog: Catalog): ReadonlyMap<string, string> => {
  const words = new Map<string, string>()
  const collect = (level: Group | Control, depth: number): void => {
    if (depth > maxDepth) return
    for (const param of level.params ?? []) words.set(param.id, truncate(wordsOf(param), nestingLimits.characters))
    if ('groups' in level) for (const group of level.groups ?? []) collect(group, depth + 1)
    for (const control of level.controls ?? []) collect(control, depth + 1)
  }
  collect(catalog, 0)
  return words
}

/** Creates a function that replaces parameters in a text by their values, labels and choices. */
export const createFiller = (catalog: Catalog, unknown: (id: string) => void) => {
  const words = collectParamTexts(catalog)
  return (prose: string): string => {
    let remaining: number = nestingLimits.times
    const fill = (text: string, depth: number): string =>
      text.replace(insertion, (_, id: string) => {
        const paramText = words.get(id)
        if (paramText === undefined) unknown(id)
        const replacement = paramText ?? `[${id}]`
        return depth < nestingLimits.depth && remaining-- > 0 ? fill(replacement, depth + 1) : replacement
      })
    return fill(prose, 0)
  }
}

/**
 * Whether a label is the one that people write ("AC-1"), not one of another publication (53A) or for sorting ("AC-01").
 */
const isPlain = ({ class: itsClass = '' }: Prop): boolean => !/^(sp800-53a|zero-padded|sort|alt)/i.test(itsClass)

export const labelOf = (props: readonly Prop[] = []): string | undefined => {
  const labels = props.filter(({ name, value }) => name === 'label' && value !== undefined && value !== '')
  const plainLabels = labels.filter(isPlain)
  return (plainLabels.find(one => one.class === undefined) ?? plainLabels[0] ?? labels[0])?.value
}

/** The names of parts that explain a control or its assessment and are not requirements. */
const explanatoryParts = /guidance|^(assessment|objective|example|method|discussion|reference|rationale|supplement)/i

/**
 * The prose of all parts except explanations, one line each, with labels. Calls `skip` with the name of each omitted
 * part.
 */
export const proseOf = (parts: readonly Part[], fill: (prose: string) => string, skip: (name: string) => void) => {
  const lines = (some: readonly Part[], depth: number): string[] =>
    some.flatMap(({ name = 'part', title, props, prose, parts: below = [] }) => {
      if (depth > maxDepth || explanatoryParts.test(name)) {
        skip(name)
        return []
      }
      const proseText = [labelOf(props), prose && fill(prose)].filter(Boolean).join(' ')
      return [...(title ? [fill(title)] : []), ...(prose ? [proseText] : []), ...lines(below, depth + 1)]
    })
  return lines(parts, 0).join('\n')
}
