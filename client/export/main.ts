#!/usr/bin/env node
/** `npx probata-export`, which does the same as `probata export` without the rest of Probata. */
import { parseArgs } from 'node:util'
import { exportBundle, secretVariable } from './command.ts'

const help = `probata-export --url URL --client-id ID --reason TEXT (--requirement ID | --package ID | --period FROM..TO | --everything | --as-of MOMENT)
probata-export --url URL --client-id ID --id ID

  --url URL         the install; by default PROBATA_URL
  --client-id ID    a service account with governance.exports:write and :read; by default PROBATA_CLIENT_ID
  --requirement ID  a requirement of either kind with all that belongs to it
  --package ID      a filing and the claims in it
  --period FROM..TO claims made or decided in it, and packages of which something was recorded in it
  --everything      the whole workspace
  --as-of MOMENT    claims and packages as they stood then, such as 2025-12-31T23:59:59.999Z
  --all-rows        every row of the audit trail, not only those that prove the records
  --without-files   the records of attached files, without the files
  --reason TEXT     for the audit trail
  --output FILE     where the bundle is written
  --wait MINUTES    how long to wait for an unavailable install; by default 10
  --json            one line of JSON
  --id ID           one that was asked for before: waits for it, and goes on with its download

${secretVariable} holds the secret. Exits: 0 the bundle is there; 1 it is not; 2 wrong usage.
`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const options = {
  url: text,
  'client-id': text,
  id: text,
  requirement: text,
  package: text,
  period: text,
  everything: flag,
  'as-of': text,
  'all-rows': flag,
  'without-files': flag,
  reason: text,
  output: text,
  wait: text,
  json: flag,
  help: { ...flag, short: 'h' },
} as const

const read = () => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return undefined
  }
}

const values = read()
if (values?.help) process.stdout.write(help)
else if (!values) {
  process.stderr.write(help)
  process.exitCode = 2
} else {
  const { 'client-id': clientId, 'as-of': asOf, 'all-rows': allRows, 'without-files': withoutFiles, ...more } = values
  const { help: _, ...rest } = more
  const exportOptions = {
    ...rest,
    ...(clientId !== undefined && { clientId }),
    ...(asOf !== undefined && { asOf }),
    ...(allRows && { allRows }),
    ...(withoutFiles && { withoutFiles }),
  }
  process.exitCode = await exportBundle(
    exportOptions,
    line => process.stdout.write(`${line}\n`),
    line => process.stderr.write(`${line}\n`),
  )
}
