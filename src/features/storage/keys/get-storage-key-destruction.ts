import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { KeyDestruction, readDestruction } from './destruction.ts'
import { findDestruction } from './queries.ts'

export const getStorageKeyDestruction = readEndpoint({
  name: 'getStorageKeyDestruction',
  summary: 'Get the latest request to destroy the keys of stored files; null if none was ever made',
  tag: 'Storage keys',
  workspace: { path: '/storage-keys/destruction', roles: ['admin', 'auditor'] },
  response: Type.Object({ destruction: Type.Union([KeyDestruction, Type.Null()]) }),
  async run({ read }) {
    const [row] = await read(findDestruction, {})
    return { destruction: row ? readDestruction(row) : null }
  },
})
