import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { sentence } from '#lib/sentence.ts'
import { createPackage } from './create-package.ts'
import { SubmissionPackage } from './package.ts'
import { lockRequirementPolicy } from './queries.ts'
import { requireActive } from './require-active.ts'

const fields = SubmissionPackage.properties

export const createSubmissionPackage = changeEndpoint({
  name: 'createSubmissionPackage',
  summary: 'Create a submission package for an active requirement',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/packages', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'submission.package.create',
  body: Type.Object({
    submissionRequirementId: Reference('subreq'),
    packageKey: fields.packageKey,
    title: fields.title,
    dueAt: fields.dueAt,
  }),
  response: SubmissionPackage,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    submission_package_key: sentence`package.key_taken: This requirement already has a package with this key.`,
  },
  async run(change, { body }) {
    const { submissionRequirementId: id } = body
    const requirement = firstOrNotFound(await change.tx.query(lockRequirementPolicy, { id }), 'submission requirement')
    requireActive(requirement.status)
    return new Rendered(createPackage(change, { ...body, dueAt: storedTimestamp('dueAt', body.dueAt) }))
  },
})
