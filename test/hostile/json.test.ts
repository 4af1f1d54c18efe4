import { after, before, describe, test } from 'node:test'
import { isMutation, type Operation, takesKey } from '#http/operation.ts'
import { claimInput } from '#test/fixture.ts'
import type { ApiResponse } from '#test/system.ts'
import { bodyOf, bodySchemaOf, jsonOperations, titleOf, urlPathOf } from './requests.ts'
import { fieldsOf, isText, type Schema, validatorOf } from './samples.ts'
import { assertRefused, assertStoresNothing, bootHostile, type HostileClient, operations } from './workspace.ts'

let hostile: HostileClient

before(async () => {
  hostile = await bootHostile()
})
after(() => hostile[Symbol.asyncDispose]())

interface RequestParts {
  readonly body?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
}

const json = { 'content-type': 'application/json' }

const send = (operation: Operation, { body, query = '', headers = json, key }: RequestParts): Promise<ApiResponse> =>
  hostile.probata.call(operation.method, urlPathOf(operation) + query, {
    ...hostile.callerOf(operation),
    headers,
    ...(body !== undefined && { body }),
    ...(key && { key }),
  })

interface BadRequest extends RequestParts {
  readonly description: string
  readonly status?: number
  readonly path?: readonly (string | number)[]
}

const kinds = [null, true, 1.5, -1, 'text', '', [], ['text'], {}, { a: 1 }]

/** Returns the body as text, with one field replaced. JSON.stringify escapes lone surrogates. */
const withField = (operation: Operation, name: string, value: unknown): string =>
  JSON.stringify(bodyOf(operation, { [name]: value }))

const badValues = (schema: Schema): unknown[] => [
  ...kinds,
  ...(schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1), '😀'.repeat(schema.maxLength + 1)]),
  ...(schema.maxItems === undefined ? [] : [Array(schema.maxItems + 1).fill('text'), Array(300_000).fill(0)]),
  ...(schema.maxJsonBytes === undefined ? [] : [{ text: 'x'.repeat(schema.maxJsonBytes) }]),
]

const unstorableValues = (schema: Schema): unknown[] => {
  if (isText(schema)) return ['a\0b', 'a\ud800', '\udc00b']
  return schema.patternProperties ? [{ deep: ['a\0b'] }, { deep: { text: '\ud800' } }] : []
}

const fieldCases = (operation: Operation): BadRequest[] =>
  fieldsOf(bodySchemaOf(operation)).flatMap(([name, schema]) => {
    const invalidValues = badValues(schema).filter(value => !validatorOf(schema)(value))
    const wrongValues = invalidValues.map(value => ({
      description: `${name}: ${JSON.stringify(value).slice(0, 40)}`,
      value,
      path: [name],
    }))
    const unstorable = unstorableValues(schema).map(value => ({
      description: `${name}: ${JSON.stringify(value)}`,
      value,
      path: undefined,
    }))
    return [...wrongValues, ...unstorable].map(({ description, value, path }) => ({
      description,
      body: withField(operation, name, value),
      ...(path && { path }),
    }))
  })

const missingCases = (operation: Operation): BadRequest[] =>
  (bodySchemaOf(operation)?.required ?? []).map(name => {
    const { [name]: _, ...rest } = bodyOf(operation)
    return { description: `without ${name}`, body: JSON.stringify(rest), path: [name] }
  })

const mebibyte = 1024 * 1024

/** Returns the largest size of an operation's body, in bytes. */
const maxBytesOf = ({ endpoint }: Operation): number => endpoint.maxBytes ?? mebibyte

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const bodyCases = (operation: Operation): BadRequest[] => {
  const validBody = JSON.stringify(bodyOf(operation))
  const validRest = validBody === '{}' ? '}' : `,${validBody.slice(1)}`
  const open = (name: string, value: string) => `{${name}:${value}${validRest}`
  const [[first = 'n'] = []] = fieldsOf(bodySchemaOf(operation))
  const maxBytes = maxBytesOf(operation)
  return [
    { description: 'an empty body', body: '' },
    { description: 'white space', body: ' \n' },
    { description: 'cut off', body: validBody.slice(0, -1) },
    { description: 'trailing characters', body: `${validBody}}` },
    { description: 'single quotes', body: open("'n'", '1') },
    { description: 'a comment', body: `${validBody}//` },
    { description: 'a byte order mark', body: `\ufeff${validBody}` },
    { description: 'NaN', body: open('"n"', 'NaN') },
    ...['[]', '"text"', 'null', 'true', '7', `[${validBody}]`].map(body => ({
      description: body.slice(0, 20),
      body,
      path: [],
    })),
    { description: 'a field twice', body: open(JSON.stringify(first), '1'), path: [first] },
    {
      description: 'a field twice, escaped',
      body: open(`"\\u00${first.charCodeAt(0).toString(16)}${first.slice(1)}"`, '1'),
      path: [first],
    },
    { description: '__proto__', body: open('"__proto__"', '{"reason":"of the prototype"}'), path: ['__proto__'] },
    { description: 'a NUL in a name', body: open('"a\\u0000"', '1'), path: ['a\0'] },
    { description: 'a lone surrogate in a name', body: open('"\\ud800"', '1'), path: ['\ud800'] },
    { description: '1e400', body: open('"n"', '1e400'), path: ['n'] },
    { description: '2^53', body: open('"n"', '9007199254740992'), path: ['n'] },
    { description: 'a number that is rounded', body: open('"n"', '0.1234567890123456789'), path: ['n'] },
    { description: 'a number that vanishes', body: open('"n"', '1e-400'), path: ['n'] },
    { description: '33 levels', body: open('"deep"', nested(33)) },
    { description: '100,000 levels', body: nested(100_000) },
    { description: '100,000 levels of arrays', body: '['.repeat(100_000) + ']'.repeat(100_000) },
    {
      description: 'one byte too many',
      body: open('"n"', `"${'x'.repeat(maxBytes)}"`).slice(0, maxBytes + 1),
      status: 413,
    },
    ...['text/plain', 'application/xml', 'application/problem+json', 'application/json, text/plain', 'json', ''].map(
      type => ({
        description: `Content-Type ${type}`,
        body: validBody,
        headers: { 'content-type': type },
        status: 415,
      }),
    ),
    ...['utf-16', 'iso-8859-1', '"us-ascii"'].map(charset => ({
      description: `charset ${charset}`,
      body: validBody,
      headers: { 'content-type': `application/json; charset=${charset}` },
      status: 415,
    })),
    {
      description: 'multipart',
      body: validBody,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      status: 415,
    },
    { description: 'gzip', body: validBody, headers: { ...json, 'content-encoding': 'gzip' }, status: 415 },
    { description: 'an unknown query parameter', body: validBody, query: '?surprise=1', path: ['surprise'] },
    { description: 'a parameter with a NUL in its name', body: validBody, query: '?a%00=1', path: ['a\0'] },
    { description: 'a query that is not UTF-8', body: validBody, query: '?surprise=%ff', path: ['surprise'] },
  ]
}

const unknownFieldCases = (operation: Operation): BadRequest[] =>
  bodySchemaOf(operation)?.additionalProperties === false
    ? ['surprise', 'constructor', 'toString', 'hasOwnProperty', ''].map(name => ({
        description: `the unknown field ${JSON.stringify(name)}`,
        body: JSON.stringify(bodyOf(operation, { [name]: { prototype: 1 } })),
        path: [name],
      }))
    : []

// HTTP clients send no control character except the tab. http.test.ts sends the others.
const badKeys = ['1234567', 'k'.repeat(129), 'with\ta tab']

const keyCases = (operation: Operation): BadRequest[] =>
  takesKey(operation)
    ? badKeys.map(key => ({
        description: `the key ${JSON.stringify(key).slice(0, 20)}`,
        body: JSON.stringify(bodyOf(operation)),
        headers: { ...json, 'idempotency-key': key },
        path: ['Idempotency-Key'],
      }))
    : []

const badReasons = [
  '123456789',
  ` ${'x'.repeat(9)}\n`,
  ' '.repeat(20),
  'x'.repeat(2001),
  '😀'.repeat(2001),
  '😀'.repeat(9),
]

const reasonCases = (operation: Operation): BadRequest[] =>
  operation.endpoint.reason === false
    ? []
    : badReasons.map(reason => ({
        description: `the reason ${JSON.stringify(reason).slice(0, 20)}`,
        body: withField(operation, 'reason', reason),
        path: ['reason'],
      }))

/** Returns the cases for an operation, without bodies over the limit, except those that test the limit. */
const casesOf = (operation: Operation): BadRequest[] =>
  [fieldCases, missingCases, unknownFieldCases, bodyCases, keyCases, reasonCases]
    .flatMap(make => make(operation))
    .filter(({ body = '', status }) => status === 413 || Buffer.byteLength(body) <= maxBytesOf(operation))

describe('every JSON operation rejects', { concurrency: false }, () => {
  for (const operation of jsonOperations) {
    const cases = casesOf(operation)
    test(`${titleOf(operation)}: ${cases.length} bad requests`, () =>
      assertStoresNothing(hostile.probata, async () => {
        for (const { description, status = 400, path, ...parts } of cases)
          assertRefused(
            await send(operation, parts),
            { status, ...(path && { path }) },
            `${titleOf(operation)}, ${description}`,
          )
      }))
  }
})

test('an operation that declares no body accepts none', async () => {
  for (const operation of operations) {
    const { body, accepts } = operation.endpoint
    if (!isMutation(operation) || body || accepts === 'multipart') continue
    await assertStoresNothing(hostile.probata, async () => {
      const unknown = { status: 400, path: ['surprise'] }
      assertRefused(await send(operation, { body: '{"surprise":1}' }), unknown, titleOf(operation))
      assertRefused(await send(operation, { body: '[]' }), { status: 400 }, titleOf(operation))
    })
  }
})

const claims = '/api/v1/governance/evidence/claims'
const machine = { surface: 'v1', access: { scope: 'governance.evidence:write' } } as const

describe('unusual but valid input is accepted', { concurrency: false }, () => {
  const create = (over: object, headers: Record<string, string> = json) =>
    hostile.probata.call('POST', claims, { ...hostile.callerOf(machine), headers, body: JSON.stringify(over) })

  const reasons = [
    '  1234567890\n',
    'x'.repeat(2000),
    '😀'.repeat(10),
    '😀'.repeat(2000),
    `${'x'.repeat(2000)}${' '.repeat(2000)}`,
  ]
  for (const [i, reason] of reasons.entries()) {
    test(`a reason of ${[...reason.trim()].length} code points`, async t => {
      t.assert.equal((await create(claimInput(`reason-${i}`, { reason }))).status, 201)
    })
  }

  const fields: [string, Record<string, unknown>][] = [
    ['200 emoji in a key', { claimKey: '😀'.repeat(200) }],
    ['32 levels', { claimSnapshot: JSON.parse(nested(31)) }],
    ['constructor in a snapshot', { claimSnapshot: { constructor: { prototype: 1 }, hasOwnProperty: 2 } }],
    ['the largest exact integer', { claimSnapshot: { n: Number.MAX_SAFE_INTEGER, f: 0.1 } }],
    ['quotes, slashes and braces in text', { claimSnapshot: { '"{[\\': '\\"}]:,{"a":1,"a":1}' } }],
    ['equal names in different objects', { claimSnapshot: { a: { a: [{ a: 1 }, { a: 2 }] }, b: { a: 1 } } }],
  ]
  for (const [description, over] of fields) {
    test(description, async t => {
      t.assert.equal((await create(claimInput(`unusual ${description}`, over))).status, 201)
    })
  }

  for (const type of ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'APPLICATION/JSON']) {
    test(`Content-Type ${type}`, async t => {
      t.assert.equal((await create(claimInput(`as ${type}`), { 'content-type': type })).status, 201)
    })
  }
})

test('text that is not UTF-8 is rejected, not replaced', async () => {
  const { probata } = hostile
  const body = Buffer.from(JSON.stringify(claimInput('latin1', { title: 'caf\u00e9' })), 'latin1')
  await assertStoresNothing(probata, async () => {
    const headers = { ...json, authorization: `Bearer ${hostile.callerOf(machine).token}` }
    const response = await fetch(probata.url + claims, { method: 'POST', headers, body })
    const text = await response.text()
    const observed = { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
    assertRefused(observed, { status: 400 }, 'latin1')
  })
})
