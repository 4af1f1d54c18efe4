/** The audit row that the floors write. It is JSON, because an index reads its fields, and as large as a real row. */
export const auditRow = JSON.stringify({ outcome: 'succeeded', after: 'x'.repeat(442) })
