import { Type } from 'typebox'
import { changing } from '#http/endpoint.ts'
import { invalid, oneOr404 } from '#http/errors.ts'
import { atMost } from '#http/sentences.ts'
import { lockQuota, setOwnQuota } from './queries.ts'
import { inWords, operatorsOf, ownOf, QuotaLimits, quotaContent, StorageQuota, showQuota } from './quota.ts'

const names = ['bytes', 'files'] as const

/** The workspace's limit cannot exceed the operator's. Existing files stay, even above the quota. */
export const updateStorageQuota = changing({
  name: 'updateStorageQuota',
  summary: 'Set the storage quota of the workspace, within the limit set by the operator',
  tag: 'Storage',
  method: 'PATCH',
  workspace: { path: '/storage/quota', roles: ['admin'] },
  status: 200,
  action: 'storage.quota.set',
  body: Type.Partial(QuotaLimits),
  response: StorageQuota,
  errors: ['not_found'],
  async run({ tx, organizationId, audit }, { body }) {
    const row = oneOr404(await tx.query(lockQuota, {}), 'workspace')
    const operator = operatorsOf(row)
    const before = ownOf(row)
    const after: QuotaLimits = { ...before, ...body }
    for (const name of names) {
      const asked = body[name] ?? null
      const most = operator[name]
      if (asked !== null && most !== null && asked > most) throw invalid([name], atMost(most))
    }
    tx.write(setOwnQuota, after)
    const detail = `${inWords(before)} → ${inWords(after)}`
    const content = quotaContent(operator, after)
    audit(organizationId, { before: JSON.stringify(before), after: JSON.stringify(after), content, detail })
    return showQuota({ ...row, own_bytes: after.bytes, own_files: after.files })
  },
})
