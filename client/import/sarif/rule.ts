/** Finds the rule of a result (SARIF 3.27.5 to 3.27.7, 3.52) and its configuration. */
import type { Component, ComponentReference, DescriptorReference, Result, Rule, Run } from './log.ts'

const maxLevels = 20

/** Lists a hierarchical id and its prefixes, any of which may be the rule: `a/b/c`, `a/b`, `a` (3.52.4). */
const leadingIds = (id: string): string[] => {
  const ids = [id]
  for (let end = id.lastIndexOf('/'); end > 0 && ids.length < maxLevels; end = id.lastIndexOf('/', end - 1))
    ids.push(id.slice(0, end))
  return ids
}

const componentsOf = ({ tool }: Run): readonly Component[] =>
  [tool?.driver, ...(tool?.extensions ?? [])].filter(one => one !== undefined)

const referencedComponent = (run: Run, reference: ComponentReference | undefined): Component | undefined => {
  const { index, guid, name } = reference ?? {}
  const { driver, extensions = [] } = run.tool ?? {}
  if (index !== undefined && index >= 0 && extensions[index]) return extensions[index]
  const all = componentsOf(run)
  const byGuid = guid === undefined ? undefined : all.find(one => one.guid?.toLowerCase() === guid.toLowerCase())
  return byGuid ?? (name === undefined ? undefined : all.find(one => one.name === name)) ?? driver
}

/** Caches the rules of each component by id, because a log may have thousands of results and rules. */
const ruleMaps = new WeakMap<Component, ReadonlyMap<string, Rule>>()

const rulesById = (component: Component): ReadonlyMap<string, Rule> => {
  const cached = ruleMaps.get(component)
  if (cached) return cached
  const map = new Map<string, Rule>()
  for (const rule of component.rules ?? []) if (rule?.id !== undefined && !map.has(rule.id)) map.set(rule.id, rule)
  ruleMaps.set(component, map)
  return map
}

const findRuleById = (components: readonly (Component | undefined)[], id: string): Rule | undefined => {
  for (const component of components) {
    if (!component) continue
    const rules = rulesById(component)
    const matchingId = leadingIds(id).find(one => rules.has(one))
    if (matchingId !== undefined) return rules.get(matchingId)
  }
  return undefined
}

/** Returns the rule at an index; undefined if its id is different. */
const ruleAt = (component: Component | undefined, index: number | undefined, id: string | undefined) => {
  const rule = index === undefined || index < 0 ? undefined : component?.rules?.[index]
  const contradicts = id !== undefined && rule?.id !== undefined && !leadingIds(id).includes(rule.id)
  return contradicts ? undefined : rule
}

export const findRule = (run: Run, { rule: reference, ruleId, ruleIndex }: Result): Rule | undefined => {
  const component = referencedComponent(run, reference?.toolComponent)
  const id = ruleId ?? reference?.id
  const byIndex = ruleAt(component, ruleIndex ?? reference?.index, id)
  if (byIndex) return byIndex
  const guid = reference?.guid?.toLowerCase()
  const byGuid = guid && component?.rules?.find(rule => rule?.guid?.toLowerCase() === guid)
  if (byGuid) return byGuid
  return id === undefined ? undefined : findRuleById([component, ...componentsOf(run)], id)
}

const refersTo = (run: Run, reference: DescriptorReference | undefined, rule: Rule): boolean => {
  if (!reference) return false
  const component = referencedComponent(run, reference.toolComponent)
  const { id, index, guid } = reference
  if (guid !== undefined && rule.guid !== undefined) return guid.toLowerCase() === rule.guid.toLowerCase()
  if (id !== undefined) return id === rule.id
  return index !== undefined && component?.rules?.[index] === rule
}

/** Returns the level that the run configures for a rule, which overrides the rule's own (3.20.5, 3.27.10). */
export const overriddenLevel = (run: Run, { provenance }: Result, rule: Rule | undefined): string | undefined => {
  if (!rule) return undefined
  const { invocations = [] } = run
  const index = provenance?.invocationIndex
  const one = index === undefined || index < 0 ? undefined : invocations[index]
  const overrides = (one ? [one] : invocations).flatMap(invocation => invocation?.ruleConfigurationOverrides ?? [])
  return overrides.findLast(override => refersTo(run, override?.descriptor, rule))?.configuration?.level
}

/** Finds the message string with an id. */
export const messageStringOf = (run: Run, { rule: reference }: Result, rule: Rule | undefined, id: string) =>
  rule?.messageStrings?.get(id) ??
  referencedComponent(run, reference?.toolComponent)?.globalMessageStrings?.get(id) ??
  run.tool?.driver?.globalMessageStrings?.get(id)
