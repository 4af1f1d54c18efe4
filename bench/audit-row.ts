/** The audit row that floors write: JSON, because an index reads it, and of the same size as a real one. */
export const auditRow = JSON.stringify({ outcome: 'succeeded', after: 'x'.repeat(442) })
