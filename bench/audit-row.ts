/** A row of the audit trail as the floors write it: JSON, because an index reads it, of the same size as ours. */
export const auditRow = JSON.stringify({ outcome: 'succeeded', after: 'x'.repeat(442) })
