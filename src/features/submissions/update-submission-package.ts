import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { lockChangeablePackage } from './change-contents.ts'
import { changeDescription } from './change-description.ts'
import { PackageParams, SubmissionPackage } from './package.ts'

const fields = SubmissionPackage.properties

export const updateSubmissionPackage = changeEndpoint({
  name: 'updateSubmissionPackage',
  summary:
    'Change the title or due date of a submission package while its contents can be changed. Earlier reviews no longer count',
  tag: 'Submissions',
  method: 'PATCH',
  workspace: { path: '/packages/{packageId}', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'submission.package.update',
  params: PackageParams,
  body: Type.Object({ title: Type.Optional(fields.title), dueAt: Type.Optional(fields.dueAt) }),
  response: SubmissionPackage,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params, body }) {
    const row = await lockChangeablePackage(change, params.packageId, 'description')
    const current = readRecord(SubmissionPackage, row.record)
    const { title = current.title } = body
    const dueAt = body.dueAt === undefined ? current.dueAt : storedTimestamp('dueAt', body.dueAt)
    return new Rendered(changeDescription(change, row, { title, dueAt }))
  },
})
