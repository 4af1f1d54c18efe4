import canonicalize from 'canonicalize'
import type { Endpoint } from '#http/endpoint.ts'
import { type Document, type DocumentName, openapi } from '#http/openapi.ts'
import { type Operation, operationsOf } from '#http/operation.ts'
import { sha256Hex } from '#lib/hash.ts'

type Part = Readonly<Record<string, unknown>>

interface Media {
  readonly schema?: { readonly $ref?: string; readonly properties?: Part; readonly required?: readonly string[] }
}

interface Parameter {
  readonly in?: string
  readonly name?: string
  readonly required?: boolean
}

interface OperationDescription {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

export const accessOf = ({ access }: Operation): string => {
  if (typeof access === 'string') return access
  return 'scope' in access ? access.scope : access.roles.join(',')
}

/** Keywords with texts for people, which may change without changing the contract. */
const texts: ReadonlySet<string> = new Set(['summary', 'description', 'title', 'example', 'examples'])

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

const shortName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

const digestOf = (value: unknown): string => sha256Hex(canonicalize(value) ?? '').slice(0, 12)

/**
 * Returns a function that removes the texts from a description, and adds the digest of each part of the document to
 * which the description refers.
 */
const contractIn = ({ components }: Document): ((description: unknown) => unknown) => {
  const digests = new Map<string, string>()

  const digestOfPart = (ref: string): string => {
    const [kind = '', name = ''] = ref.split('/').slice(2)
    const digest = digests.get(ref) ?? digestOf(withoutTexts(components[kind]?.[name]))
    digests.set(ref, digest)
    return digest
  }

  // A property may have the same name as one of these keywords.
  const contractOfEach = (properties: Part): Part =>
    Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, withoutTexts(property)]))

  const withoutTexts = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutTexts)
    if (!isPart(value)) return value
    const { $ref, properties, ...otherMembers } = value
    const entries = Object.entries(otherMembers).filter(([keyword]) => !texts.has(keyword))
    return {
      ...contractOfEach(Object.fromEntries(entries)),
      ...(isPart(properties) && { properties: contractOfEach(properties) }),
      ...(typeof $ref === 'string' && { $ref, digest: digestOfPart($ref) }),
    }
  }

  return withoutTexts
}

const mediaOf = (content: Readonly<Record<string, Media>> = {}): Media | undefined => Object.values(content)[0]

/** Renders a response, such as `201:CreatedClaim`: the status, and the named schema or the fields of its body. */
const responseText = (status: string, media: Media | undefined): string => {
  const { $ref, properties = {} } = media?.schema ?? {}
  const body = $ref ? shortName($ref) : Object.keys(properties).join('+')
  return body && Number(status) < 400 ? `${status}:${body}` : status
}

const fieldsOf = ({ schema }: Media = {}): string[] => {
  if (schema?.$ref) return [shortName(schema.$ref)]
  return Object.keys(schema?.properties ?? {}).map(name => (schema?.required?.includes(name) ? `${name}!` : name))
}

const labelled = (name: string, values: readonly string[]): string[] =>
  values.length > 0 ? [`${name}=${values.join(',')}`] : []

/**
 * One line for each operation of a document: method, path, name, access, query parameters, body fields (required ones
 * with `!`), responses, and a digest of the whole description without its texts. A change of the contract changes a
 * line.
 */
export const operationLines = (name: DocumentName, endpoints: readonly Endpoint[]): string => {
  const document = openapi(name, endpoints)
  const contract = contractIn(document)
  const operationsByKey = new Map(
    operationsOf(endpoints).map(operation => [`${operation.method} ${operation.path}`, operation]),
  )
  const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, description]) => {
      const operationKey = `${method.toUpperCase()} ${path}`
      const operation = operationsByKey.get(operationKey)
      if (!operation) throw new Error(`the document has ${operationKey}, which no endpoint declares`)
      const { parameters = [], requestBody, responses }: OperationDescription = Object(description)
      const query = parameters.flatMap(({ in: location, name: parameter, required }) =>
        location === 'query' ? [`${parameter}${required ? '!' : ''}`] : [],
      )
      const responseTexts = Object.entries(responses).map(([status, { content }]) =>
        responseText(status, mediaOf(content)),
      )
      return [
        `${operationKey} ${operation.endpoint.name} ${accessOf(operation)}`,
        ...labelled('query', query),
        ...labelled('body', fieldsOf(mediaOf(requestBody?.content))),
        ...labelled('answers', responseTexts),
        `digest=${digestOf(contract(description))}\n`,
      ].join(' ')
    }),
  )
  return lines.join('')
}
