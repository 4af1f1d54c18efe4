export const evidence = {
  claims: {
    title: 'Claims',
    description: 'What was logged as proof: what it is about, where it came from, and for how long it holds.',
    new: 'New claim',
    claim: 'Claim',
    key: 'Key',
    status: 'Status',
    requirement: 'Requirement',
    validUntil: 'Valid until',
    createdAt: 'Logged',
    empty: 'No claims yet',
    emptyText: 'Scanners and backup systems push claims with a service account; people log them here.',
  },
}
