import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { sha256Hex } from '#lib/hash.ts'
import { decodeLogo, maxLogo, notPng, setLogo, WorkspaceLogo } from './logo.ts'

export const setWorkspaceLogo = changeEndpoint({
  name: 'setWorkspaceLogo',
  summary: 'Set the logo of the workspace: a PNG of at most 64 KiB',
  tag: 'Workspace',
  method: 'PUT',
  workspace: { path: '/logo', roles: ['admin'] },
  status: 200,
  action: 'workspace.logo',
  body: Type.Object({
    png: Type.String({
      contentEncoding: 'base64',
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      patternMessage: notPng,
      // Higher than the real limit, so that `decodeLogo` rejects a large file with a message in bytes.
      maxLength: 100_000,
      description: `A PNG of at most ${maxLogo.bytes} bytes and ${maxLogo.pixels} pixels per side, in base64.`,
    }),
  }),
  response: WorkspaceLogo,
  async run({ tx, organizationId, audit }, { body: { png } }) {
    const sha256 = sha256Hex(decodeLogo(png))
    tx.write(setLogo, { png, sha256 })
    audit(organizationId, { detail: `SHA-256 ${sha256}` })
    return { png, sha256 }
  },
})
