/**
 * Computes the fingerprint that versions of `probata push findings` before November 2026 sent. It identifies existing
 * records, so it must never change. Results with the same fingerprint were merged.
 */
import type { Result, Rule, Run } from './log.ts'

const earlierRule = (run: Run, { rule, ruleIndex, ruleId }: Result): Rule | undefined => {
  const { driver, extensions = [] } = run.tool ?? {}
  const component = rule?.toolComponent?.index === undefined ? driver : extensions[rule.toolComponent.index]
  const index = ruleIndex ?? rule?.index ?? -1
  const id = ruleId ?? rule?.id
  return component?.rules?.[index] ?? driver?.rules?.find(one => one?.id === id)
}

const earlierText = (run: Run, { message }: Result, rule: Rule | undefined): string => {
  const { text, markdown, id = '', arguments: values = [] } = message ?? {}
  const messageString = rule?.messageStrings?.get(id) ?? run.tool?.driver?.globalMessageStrings?.get(id)
  const template = text ?? markdown ?? messageString?.text ?? ''
  return template.replace(/\{(\d+)\}/g, (placeholder, index: string) => values[Number(index)] ?? placeholder)
}

const earlierPlace = (run: Run, { locations: [location] = [] }: Result): string => {
  const artifact = location?.physicalLocation?.artifactLocation
  const uri = artifact?.uri ?? run.artifacts?.[artifact?.index ?? -1]?.location?.uri
  const logical = location?.logicalLocations?.[0]
  return uri ?? logical?.fullyQualifiedName ?? logical?.name ?? ''
}

const earlierIdentity = (result: Result, text: string): unknown => {
  const sortPrints = (prints: Result['fingerprints']) => [...(prints ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
  const fingerprints = sortPrints(result.fingerprints)
  if (fingerprints.length > 0) return fingerprints
  const partial = sortPrints(result.partialFingerprints).filter(
    ([name]) => !name.startsWith('primaryLocationStartColumn'),
  )
  if (partial.length > 0) return partial
  const snippet = result.locations?.[0]?.physicalLocation?.region?.snippet?.text ?? ''
  return result.guid ?? [text, snippet]
}

export const earlierFingerprint = (
  run: Run,
  tool: string,
  result: Result,
  digest: (text: string) => string,
): string => {
  const rule = earlierRule(run, result)
  const ruleId = result.ruleId ?? result.rule?.id ?? rule?.id ?? ''
  const identity = earlierIdentity(result, earlierText(run, result, rule))
  return digest(JSON.stringify([tool, ruleId, earlierPlace(run, result), identity]))
}
