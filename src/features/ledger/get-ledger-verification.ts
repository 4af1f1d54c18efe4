import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { Verification } from './verification.ts'
import { findVerification } from './verify-queries.ts'

export const getLedgerVerification = reading({
  name: 'getLedgerVerification',
  summary: 'Get a verification of the audit trail with its progress and findings',
  tag: 'Audit',
  workspace: { path: '/ledger/verifications/{verificationId}', roles: ['admin', 'auditor'] },
  params: Type.Object({ verificationId: Reference('lvr') }),
  response: Verification,
  errors: ['not_found'],
  async run(call, { params: { verificationId: id } }) {
    return new Rendered(oneOr404(await call.read(findVerification, { id }), 'verification').record)
  },
})
