/** The texts of printed documents. */
export const print = {
  kinds: {
    claim: 'Evidence claim',
    package: 'Submission package',
    asOf: 'Records at a past time',
    assessment: 'Assessment',
  },
  button: 'Print',
  page: 'Page',
  of: 'of',
  asOf: 'As of {{time}}',
  by: 'Printed {{time}} by {{name}}',
  part: 'Only the first {{rows}} rows are printed; more follow.',
  ledger: 'State of the ledger',
  ledgerText: 'The newest signed checkpoint of the audit trail when this document was printed:',
  key: 'The key that checks its signature:',
  ledgerHidden: 'Administrators and auditors see the checkpoint of the ledger here.',
  ledgerUnread: 'The checkpoint could not be read when this document was printed.',
  unsealed: 'Nothing is sealed yet.',
  useButton: 'Print with the button on the page to include the checkpoint and all rows.',
}
