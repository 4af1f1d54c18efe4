/** The fixed details of audit rows, by the text of the row. */
export const auditDetails = {
  unchanged: 'Nothing changed.',
  'self-decided': 'self-decided',
  'a repeat of its source': 'Its source reported it again.',
  'seen by its source': 'Its source reported it again.',
  'absent from a complete scan': 'A complete scan no longer reports it.',
  'its acceptance ended': 'Its acceptance ended.',
  'a new password': 'after a new password',
  'setup link': 'with the setup link',
  'by mail': 'by mail',
  'as before': 'Nothing changed.',
  'by the identity provider': 'by the identity provider',
  'single sign-on': 'at the first single sign-on',
  passkey: 'with a passkey',
  'dry run': 'dry run',
  'with the workspace': 'created with the workspace',
  'acknowledged before': 'acknowledged before',
}
