/** Reads the required parts of a SARIF 2.1.0 log. */
import { lineOf } from '#client/import/text.ts'
import { UnreadableFile } from '#client/import/unreadable-file.ts'
import {
  anything,
  bool,
  fields,
  listOf,
  listOfPresent,
  mapOf,
  optional,
  type Problems,
  type Shape,
  type ShapeOf,
  text,
  wholeNumber,
} from './shape.ts'

/** Accepts any value, because Black Duck writes objects, which earlier versions of the command used. */
const fingerprintValue: Shape<unknown> = (value, path, problems) => {
  optional(text)(value, path, problems)
  return value ?? undefined
}

const message = fields({ text, markdown: text, id: text, arguments: listOf(text) })
const messageString = fields({ text, markdown: text })
const artifactLocation = fields({ uri: text, uriBaseId: text, index: wholeNumber })
const componentReference = fields({ name: text, index: wholeNumber, guid: text })
const descriptorReference = fields({ id: text, index: wholeNumber, guid: text, toolComponent: componentReference })
const properties = fields({ 'security-severity': anything })
const configuration = fields({ level: text })

const descriptor = fields({
  id: text,
  guid: text,
  name: text,
  shortDescription: messageString,
  messageStrings: mapOf(messageString),
  defaultConfiguration: configuration,
  properties,
})

const component = fields({
  name: text,
  guid: text,
  rules: listOf(descriptor),
  notifications: listOf(descriptor),
  globalMessageStrings: mapOf(messageString),
})

const logicalLocation = fields({ name: text, fullyQualifiedName: text, index: wholeNumber })

const location = fields({
  physicalLocation: fields({
    artifactLocation,
    region: optional(fields({ startLine: wholeNumber, endLine: wholeNumber, snippet: messageString })),
  }),
  logicalLocations: listOf(logicalLocation),
})

const result = fields({
  ruleId: text,
  ruleIndex: wholeNumber,
  rule: descriptorReference,
  kind: text,
  level: text,
  guid: optional(text),
  correlationGuid: text,
  message,
  baselineState: text,
  suppressions: listOf(fields({ status: text })),
  fingerprints: optional(mapOf(fingerprintValue)),
  partialFingerprints: optional(mapOf(fingerprintValue)),
  properties,
  provenance: fields({ invocationIndex: wholeNumber }),
  analysisTarget: artifactLocation,
  locations: listOf(location),
})

const notification = fields({ level: text, message, descriptor: descriptorReference })

const invocation = fields({
  executionSuccessful: bool,
  exitSignalName: text,
  processStartFailureMessage: text,
  toolExecutionNotifications: listOf(notification),
  toolConfigurationNotifications: listOf(notification),
  ruleConfigurationOverrides: listOf(fields({ descriptor: descriptorReference, configuration })),
  workingDirectory: artifactLocation,
})

const run = fields({
  tool: fields({ driver: component, extensions: listOf(component) }),
  artifacts: listOf(fields({ location: artifactLocation })),
  logicalLocations: listOf(logicalLocation),
  results: listOfPresent(result),
  invocations: listOf(invocation),
  originalUriBaseIds: mapOf(artifactLocation),
  versionControlProvenance: listOf(fields({ repositoryUri: text, mappedTo: artifactLocation })),
  automationDetails: fields({ id: text }),
  externalPropertyFileReferences: mapOf(anything),
})

const log = fields({ runs: listOfPresent(run), inlineExternalProperties: listOf(mapOf(anything)) })

export type ArtifactLocation = ShapeOf<typeof artifactLocation>
export type ComponentReference = ShapeOf<typeof componentReference>
export type DescriptorReference = ShapeOf<typeof descriptorReference>
export type Rule = ShapeOf<typeof descriptor>
export type Component = ShapeOf<typeof component>
export type Result = ShapeOf<typeof result>
export type Notification = ShapeOf<typeof notification>
export type Run = ShapeOf<typeof run>
export type Log = ShapeOf<typeof log>

const maxProblems = 20

const parse = (content: string): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(content.replace(/^\ufeff/, '')))
  } catch {
    throw new UnreadableFile('broken', { kind: 'JSON' })
  }
}

const listProblems = (problems: readonly string[]): string => {
  const suffix = problems.length > maxProblems ? `; and ${problems.length - maxProblems} more` : ''
  return lineOf(problems.slice(0, maxProblems).join('; ')) + suffix
}

export interface ReadLog {
  readonly log: Log
  /** A sentence about optional values of a wrong type, if any. */
  readonly ignored: readonly string[]
}

/** Parses a log. Throws {@link UnreadableFile} if it is not SARIF 2.1.0 or has values of a wrong type. */
export const readLog = (content: string): ReadLog => {
  const parsed = parse(content)
  const { version } = parsed
  if (version === undefined || version === null) throw new UnreadableFile('broken', { kind: 'SARIF 2.1.0' })
  if (version !== '2.1.0') throw new UnreadableFile('otherSarif', { version: String(version).slice(0, 100) })
  const problems: Problems = { errors: [], ignored: [] }
  const read = log(parsed, '', problems)
  const { errors, ignored } = problems
  if (!read || errors.length > 0) throw new UnreadableFile('invalidSarif', { problems: listProblems(errors) })
  return { log: read, ignored: ignored.length > 0 ? [`ignored: ${listProblems(ignored)}`] : [] }
}
