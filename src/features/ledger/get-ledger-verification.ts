import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { Verification } from './verification.ts'
import { findVerification } from './verify-queries.ts'

export const getLedgerVerification = readEndpoint({
  name: 'getLedgerVerification',
  summary: 'Get a verification of the audit trail with its progress and findings',
  tag: 'Audit',
  workspace: { path: '/ledger/verifications/{verificationId}', roles: ['admin', 'auditor'] },
  params: Type.Object({ verificationId: Reference('lvr') }),
  response: Verification,
  errors: ['not_found'],
  async run(call, { params: { verificationId: id } }) {
    return new Rendered(firstOrNotFound(await call.read(findVerification, { id }), 'verification').record)
  },
})
