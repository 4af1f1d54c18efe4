/** Renders the text of OSCAL controls and groups, with values and labels instead of parameters. */
import { type Catalog, type Control, type Group, maxDepth, type Param, type Part, type Prop } from './oscal-model.ts'
import { truncate } from './text.ts'

/** A parameter insertion. Identifiers are tokens of any script (`[\p{L}_][\p{L}\p{N}.\-_]*`). */
const insertion = /\{\{\s*(?:insert:\s*param\s*,\s*|param:\s*)?([\p{L}\p{N}._-]+)\s*\}\}/gu

/** Renders a parameter: its values or, in brackets, its label or choices with its constraints. */
const wordsOf = ({ id, label, select, values = [], constraints = [] }: Param): string => {
  if (values.length > 0) return values.join(', ')
  const constraintTexts = constraints.map(({ description }) => description).filter(Boolean)
  const choices = select?.choice?.join(' / ')
  const allowsSeveral = choices !== undefined && select?.['how-many'] === 'one-or-more'
  return `[${[label ?? (allowsSeveral ? `one or more: ${choices}` : choices) ?? id, ...constraintTexts].join('; ')}]`
}

/** Limits for nested parameters. A choice may contain parameters with choices, and a malicious file could explode. */
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
 * Whether a label is the usual one ("AC-1"), not that of another publication (53A) or a sort key ("AC-01").
 */
const isUsualLabel = ({ class: labelClass = '' }: Prop): boolean =>
  !/^(sp800-53a|zero-padded|sort|alt)/i.test(labelClass)

export const labelOf = (props: readonly Prop[] = []): string | undefined => {
  const labels = props.filter(({ name, value }) => name === 'label' && value !== undefined && value !== '')
  const usualLabels = labels.filter(isUsualLabel)
  return (usualLabels.find(one => one.class === undefined) ?? usualLabels[0] ?? labels[0])?.value
}

/** The names of parts that explain a control or its assessment instead of stating requirements. */
const explanatoryParts = /guidance|^(assessment|objective|example|method|discussion|reference|rationale|supplement)/i

/**
 * Renders the prose of all parts except explanations, one line per part, with labels. Calls `skip` with the name of
 * each omitted part.
 */
export const proseOf = (parts: readonly Part[], fill: (prose: string) => string, skip: (name: string) => void) => {
  const lines = (siblings: readonly Part[], depth: number): string[] =>
    siblings.flatMap(({ name = 'part', title, props, prose, parts: below = [] }) => {
      if (depth > maxDepth || explanatoryParts.test(name)) {
        skip(name)
        return []
      }
      const proseText = [labelOf(props), prose && fill(prose)].filter(Boolean).join(' ')
      return [...(title ? [fill(title)] : []), ...(prose ? [proseText] : []), ...lines(below, depth + 1)]
    })
  return lines(parts, 0).join('\n')
}
