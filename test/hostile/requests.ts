import { isMutation, type Operation } from '#http/operation.ts'
import { fieldsOf, type Schema, sampleOf } from './samples.ts'
import { operations } from './workspace.ts'

/** A well-formed id that no record has. */
const unknownId = 'xyz_00000000000000000000000000'

/** Returns the path of an operation with its parameters filled in. */
export const urlPathOf = ({ path, endpoint }: Operation, id?: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const [value] = Object(endpoint.params?.properties[name]).enum ?? []
    return id ?? value ?? unknownId
  })

/** Returns a query with every required parameter. */
export const queryOf = ({ endpoint }: Operation): URLSearchParams => {
  const { required = [] }: Schema = Object(endpoint.query)
  const fields = fieldsOf(endpoint.query).filter(([name]) => required.includes(name))
  return new URLSearchParams(fields.map(([name, schema]) => [name, String(sampleOf(schema))]))
}

export const bodySchemaOf = ({ endpoint }: Operation): Schema | undefined => endpoint.body && Object(endpoint.body)

/** The operations whose body is JSON. */
export const jsonOperations = operations.filter(
  operation => isMutation(operation) && operation.endpoint.body && operation.endpoint.accepts !== 'one_click',
)

const webhook = { url: 'https://93.184.216.34/', events: ['webhook.test'] }

// Values of fields that the schemas cannot express.
const requiredValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  __proto__: null as never,
  createWebhook: webhook,
  updateWebhook: webhook,
  createWebhookReplay: { from: '2026-01-31T09:00:00.000Z', to: '2026-01-31T10:00:00.000Z' },
}

/** Returns a valid body. `over` replaces some of its fields. */
export const bodyOf = (operation: Operation, over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => {
  const sample: Record<string, unknown> = Object(sampleOf(bodySchemaOf(operation) ?? {}))
  return { ...sample, ...requiredValues[operation.endpoint.name], ...over }
}

export const titleOf = ({ method, path }: Operation): string => `${method} ${path}`
