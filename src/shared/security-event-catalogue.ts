export const severities = Object.freeze(['info', 'low', 'medium', 'high', 'critical'] as const)

export type Severity = (typeof severities)[number]

/** The severity and text of all events of a type. Events contain no other text, such as messages from providers. */
export interface CatalogueEntry {
  readonly severity: Severity
  readonly reason: string
  /** The affected party: one organization, or the install. */
  readonly scope: 'organization' | 'install'
}

type Describe = (severity: Severity, reason: string) => CatalogueEntry

const organization: Describe = (severity, reason) => Object.freeze({ scope: 'organization', severity, reason })
const install: Describe = (severity, reason) => Object.freeze({ scope: 'install', severity, reason })

/** The types of security events. `docs/security-events.md` explains what to do about each of them. */
export const securityEventCatalogue = Object.freeze({
  storageOperationsValidationFailed: organization('medium', 'A storage binding did not pass its validation.'),
  storageOperationsActivationFailed: organization('medium', 'A storage binding could not be activated.'),
  storageOperationsActiveBindingUnavailable: organization(
    'high',
    'The active storage binding is unavailable; file operations fail closed.',
  ),
  storageOperationsActiveBindingRestored: organization('info', 'The active storage binding is available again.'),
  storageOperationsPostureDrift: organization(
    'high',
    'The active storage binding no longer behaves as when it was activated.',
  ),
  storageOperationsMigrationFailed: organization('high', 'A storage migration stopped on an unrecoverable error.'),
  storageOperationsMigrationCompleted: organization('info', 'A storage migration was completed.'),
  storageOperationsDigestMismatch: organization('critical', 'A stored file does not match its digest at acceptance.'),
  storageOperationsObjectMissing: organization('high', 'A stored file is missing.'),
  storageOperationsCopyRepaired: organization('info', 'A stored file was repaired from another verified copy.'),
  storageOperationsOrphansFound: organization('low', 'Stored objects were found that belong to no record.'),
  storageOperationsCredentialsReplaced: organization('info', 'The credentials of a storage binding were replaced.'),
  storageOperationsKeyUnavailable: organization('high', 'A key that encrypts stored files is unavailable.'),
  malwareFound: organization('high', 'The malware scanner found something in an upload; no part was stored.'),
  malwareNotExamined: organization(
    'medium',
    'An upload was rejected because the malware scanner could not examine all of it.',
  ),
  malwareScannerUnavailable: install('high', 'The malware scanner is not available; uploads fail.'),
  exportBlobMissing: organization('critical', 'A stored file that a bundle of proof needs is missing.'),
  exportBlobAltered: organization('critical', 'A stored file of a bundle of proof is not the one that was accepted.'),
  licenseRefreshFailed: install('high', 'The license could not be verified, or does not match its state.'),
  licenseStateChanged: organization('info', 'The state of the license changed.'),
  jobStuck: install('medium', 'A scheduled job runs much longer than expected.'),
  jobMissed: install('medium', 'A scheduled job missed runs.'),
  jobFailedRepeatedly: install('medium', 'A scheduled job failed several times in a row.'),
  digestNotCreated: organization('medium', 'The daily digest of a person could not be prepared.'),
  masterKeyUnreadableValues: install('critical', 'Sealed values cannot be opened with the master key.'),
  signInLocked: organization('medium', 'Sign-in to an account was locked after failed attempts.'),
  secondFactorRemoved: organization('medium', 'The second factor of an account was removed.'),
  accessChangeRequested: organization(
    'medium',
    'An administrator requested a change of access that another one must confirm.',
  ),
  factorResetBegun: organization(
    'critical',
    'The operator began to remove the second factor of an account; it ends in a day.',
  ),
  fourEyesWeakened: organization('medium', 'One person may now do alone what took two.'),
  secondFactorRulesChanged: organization('medium', 'The rules for second factors were changed.'),
  passkeyCloned: organization('high', 'A passkey signed with a counter that went back, so it was copied.'),
  administratorAdded: organization('medium', 'An account became an administrator.'),
  provisioningTokenChanged: organization('medium', 'A provisioning token was created, replaced or revoked.'),
  deactivationRefused: organization(
    'high',
    'An identity provider tried to remove an administrator who must stay; this was refused.',
  ),
  identityProviderChanged: organization('medium', 'An identity provider was added, changed or removed.'),
  groupRulesChanged: organization('medium', 'The rules for groups of people were changed.'),
  groupsUnknown: organization(
    'medium',
    'The identity provider does not send the groups of people; they cannot sign in.',
  ),
  lastAdministratorKept: organization(
    'high',
    'Groups would have removed the last administrator, who now stays one, managed by hand.',
  ),
  signInPolicyChanged: organization('medium', 'The sign-in policy of the workspace was changed.'),
  breakGlassUsed: organization('critical', 'A break-glass administrator signed in past single sign-on.'),
  signOnConnected: organization('medium', 'A person was connected to a sign-on at the identity provider.'),
  signOnRemoved: organization('medium', 'The connection of a person to their sign-on was removed.'),
  securityEventExportBehind: install('medium', 'The receiver of security events is behind or cannot be reached.'),
  auditWordsErased: organization('medium', 'Words of a row of the audit trail were erased.'),
  ledgerRowAltered: organization('critical', 'A row of the audit trail differs from the one sealed in the ledger.'),
  ledgerRestored: install('medium', 'The database came from a dump; rows missing from the ledger are sealed again.'),
  ledgerBehindCheckpoint: organization(
    'critical',
    'A checkpoint kept outside is not of this ledger; nothing is sealed until that is resolved.',
  ),
  ledgerNotPublished: install('high', 'An outside place has not accepted checkpoints of the ledger for two hours.'),
  ledgerKeyUnreadable: organization(
    'high',
    'A key that signs the ledger cannot be opened with the master key; nothing is signed.',
  ),
}) satisfies Readonly<Record<string, CatalogueEntry>>

export type SecurityEventType = keyof typeof securityEventCatalogue

export const securityEventTypes = Object.freeze(Object.keys(securityEventCatalogue)) as readonly SecurityEventType[]
