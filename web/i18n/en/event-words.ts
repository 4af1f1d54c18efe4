/** The name of each resource, and the meaning of its webhook events. */
export const eventWords = {
  assessment: {
    group: 'Assessment',
    completed: 'An assessment was completed, and its results are available.',
    status_changed: 'The status of an assessment changed.',
  },
  'evidence claim': {
    group: 'Evidence claim',
    approved: 'A reviewer accepted a submitted claim.',
    created: 'A claim was created and routed for review.',
    expired: 'A claim passed the end of its validity.',
    information_requested: 'A reviewer asked the submitter of a claim for more. The claim stays submitted.',
    rejected: 'A reviewer rejected a submitted claim.',
  },
  'evidence export': {
    group: 'Evidence export',
    failed: 'An evidence bundle could not be prepared, or turned out to be altered.',
    ready: 'An evidence bundle is ready for download.',
  },
  finding: {
    group: 'Finding',
    closed: 'A finding was resolved, accepted or invalidated as a false positive.',
    created: 'A finding was recorded, by people or by a source.',
    status_changed: 'The status of a finding changed.',
    updated: 'A finding changed: its severity, status, owner, due date or text.',
  },
  'ledger checkpoint': {
    group: 'Ledger checkpoint',
    published:
      'The ledger of the workspace was signed. A receiver that stores the note can prove the state of the ledger at this time.',
  },
  'submission package': {
    group: 'Submission package',
    event_recorded: 'An event was recorded against a package.',
    status_changed: 'The status of a package changed.',
  },
  webhook: {
    group: 'Webhook',
    test: 'A test of this webhook was requested.',
  },
}
