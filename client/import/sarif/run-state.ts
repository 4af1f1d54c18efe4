/** Determines whether a run is complete, and its category. */
import { lineOf } from '#client/import/text.ts'
import type { Component, Log, Notification, Run } from './log.ts'

const isError = ({ level, descriptor }: Notification, driver: Component | undefined): boolean => {
  const { index = -1, id } = descriptor ?? {}
  const declared = driver?.notifications?.[index] ?? driver?.notifications?.find(one => one?.id === id && id)
  return (level ?? declared?.defaultConfiguration?.level ?? 'warning') === 'error'
}

const wordsOf = ({ message, descriptor }: Notification): string =>
  (message?.text ?? message?.markdown ?? descriptor?.id ?? '').split('\n', 1)[0] ?? ''

const withReason = (summary: string, reasons: readonly string[]): string => {
  const shownReasons = [...new Set(reasons.map(one => lineOf(one).slice(0, 200)).filter(one => one !== ''))].slice(0, 3)
  return shownReasons.length > 0 ? `${summary}: ${shownReasons.join('; ')}` : summary
}

const failures = (run: Run): string[] =>
  (run.invocations ?? []).flatMap(invocation => {
    if (!invocation) return []
    const { toolExecutionNotifications = [], toolConfigurationNotifications = [] } = invocation
    const errors = [...toolExecutionNotifications, ...toolConfigurationNotifications]
      .filter(one => one !== undefined)
      .filter(one => isError(one, run.tool?.driver))
    const reasons = [invocation.processStartFailureMessage, invocation.exitSignalName].filter(one => one !== undefined)
    const words = [...reasons, ...errors.map(wordsOf)]
    if (invocation.executionSuccessful === false) return [withReason('the tool failed', words)]
    if (reasons.length > 0 || errors.length > 0) return [withReason('the tool reported an error', words)]
    if (invocation.executionSuccessful === undefined) return ['the tool does not say whether it succeeded']
    return []
  })

const missingResults = ({ results, externalPropertyFileReferences: externalFiles }: Run): string[] => {
  if (externalFiles?.has('results')) return ['its results are in other files, which are not read']
  return results === undefined ? ['it has no results: nothing was analyzed'] : []
}

/** Lists the reasons why a run is not complete. */
export const gapsOf = (run: Run): string[] => [...new Set([...failures(run), ...missingResults(run)])]

/** Lists the reasons why a log as a whole is not complete. */
export const gapsOfLog = ({ runs = [], inlineExternalProperties = [] }: Log): string[] => [
  ...(runs.length === 0 ? ['the file has no runs'] : []),
  ...(inlineExternalProperties.some(one => one?.has('results'))
    ? ['the file has results in inlineExternalProperties, which are not read']
    : []),
]

/** Lists the kinds of content, other than results, that are in external files and not read. */
export const externalContentOf = ({ externalPropertyFileReferences: externalFiles }: Run): string[] =>
  [...(externalFiles?.keys() ?? [])].filter(name => name !== 'results')

/** The category: `automationDetails.id` without its last component, which identifies the run (3.17.3). */
export const categoryOf = ({ automationDetails }: Run): string | undefined => {
  const id = lineOf(automationDetails?.id ?? '')
  return id.slice(0, Math.max(0, id.lastIndexOf('/'))) || undefined
}
