/** A row of the audit trail as the floors write it: JSON, because an index looks into it, of the size that ours have. */
export const auditRow = JSON.stringify({ outcome: 'succeeded', after: 'x'.repeat(442) })
