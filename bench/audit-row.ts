/** The audit row that floors write. It is JSON, because an index reads it, and as large as a real row. */
export const auditRow = JSON.stringify({ outcome: 'succeeded', after: 'x'.repeat(442) })
