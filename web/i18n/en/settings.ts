/** The texts of the settings page. */
export const settings = {
  identity: 'Identity',
  name: 'Name',
  nameText: 'As pages, reports and exports show it.',
  logo: 'Logo',
  changeLogo: 'Change the logo',
  logoFile: 'PNG, at most 64 KB and 2,048 pixels a side',
  removeLogo: 'Remove the logo',
  tooLarge: 'The file is larger than 64 KB.',
  chooseLogo: 'Choose a PNG',
  ledger: 'Ledger',
  ledgerPublic: 'Anyone may read the checkpoints, keys and tiles of the ledger',
  ledgerPublicText:
    'At the address in its origin, without an account. They contain only hashes and signatures, no text of the rows.',
  public: 'public',
  notPublic: 'not public',
  title: 'Settings',
  description: 'Rules that this workspace sets for itself.',
  rules: 'Rules',
  change: 'Change the settings',
  submit: 'Save',
  selfDecision: 'Self-decision',
  allowed: 'Allowed: people may decide on their own work, and each such decision is marked.',
  notAllowed: 'Not allowed: people cannot decide on their own work.',
  allow: 'Allow self-decision',
  allowText:
    'For a workspace with too few people. Each such decision is marked permanently: on the decision, in the history and in the audit trail.',
  secondPerson: 'Second person',
  needed: 'Required: to close a finding, activate an exception, exclude a clause, and retire or unlink a control.',
  notNeeded:
    'Not required: one person may close their own findings, activate exceptions, exclude clauses, and retire or unlink controls.',
  second: 'Require a second person',
  secondText:
    'People who reported or own a finding, or changed its severity or due date, cannot close it. Another person confirms exceptions, clauses that are not applicable, and retired or unlinked controls.',
  offTitle: 'One person is enough here',
  offText:
    'New workspaces require a second person to close findings, activate exceptions, exclude clauses, and retire or unlink controls. This one does not.',
  timeZone: 'Time zone',
  timeZoneText: 'Used to count the days until something is due, and days late. A name such as Europe/Berlin.',
}
