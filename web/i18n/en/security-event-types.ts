/** The meaning of each type of security event, and what to do. */
export const securityEventTypes = {
  storageOperationsValidationFailed: {
    name: 'A storage check failed',
    text: 'A storage did not behave as required when it was checked, so it is not in use. Look at its probes, and at the rights of its credentials.',
  },
  storageOperationsActivationFailed: {
    name: 'A storage could not be activated',
    text: 'The previous storage of this workspace is still in use. Validate the new one again.',
  },
  storageOperationsActiveBindingUnavailable: {
    name: 'The storage cannot be reached',
    text: 'Files of this workspace can be neither stored nor opened until it is back. Check the disk or the storage service and its credentials.',
  },
  storageOperationsActiveBindingRestored: {
    name: 'The storage is back',
    text: 'Files can be stored and opened again. No action needed.',
  },
  storageOperationsPostureDrift: {
    name: 'The storage has changed',
    text: 'It fails a check that it passed when it was activated, such as not being public. Find out who changed its settings, and restore them.',
  },
  storageOperationsMigrationFailed: {
    name: 'A storage migration stopped',
    text: 'The files are where they were. Fix the cause that the migration names, and resume it.',
  },
  storageOperationsMigrationCompleted: {
    name: 'A storage migration is complete',
    text: 'The files are in the other storage. No action needed if your team started it.',
  },
  storageOperationsDigestMismatch: {
    name: 'A stored file was altered',
    text: 'The digest of a file differs from the one that was stored with it. The file was not delivered. Find out who can write to the storage, and restore the file from a backup.',
  },
  storageOperationsObjectMissing: {
    name: 'A stored file is missing',
    text: 'A file that belongs to a claim is not in the storage. Restore it from a backup; until then it cannot be opened.',
  },
  storageOperationsCopyRepaired: {
    name: 'A stored file was repaired',
    text: 'A damaged or missing copy of a file was restored from another copy. Find out what damaged it.',
  },
  storageOperationsOrphansFound: {
    name: 'The storage has files without a record',
    text: 'They are removed if they are still there a day later. Check whether something else writes to the same place.',
  },
  storageOperationsCredentialsReplaced: {
    name: 'The credentials of a storage were replaced',
    text: 'No action needed if your team did it. Revoke the old credentials at the provider.',
  },
  storageOperationsKeyUnavailable: {
    name: 'A key of stored files is unavailable',
    text: 'Files encrypted with it can be neither stored nor opened. Check the key holder, and whether it still admits this install.',
  },
  licenseRefreshFailed: {
    name: 'The license could not be refreshed',
    text: 'Licensed features stay available until the license ends. Check the license file and the public key.',
  },
  licenseStateChanged: {
    name: 'The state of the license changed',
    text: 'The License page shows the new state and how long it lasts. Renew the license if it is about to end.',
  },
  jobStuck: {
    name: 'A scheduled job does not end',
    text: 'It runs more than three times as long as it should. Check the server log, and whether database and storage respond.',
  },
  jobMissed: {
    name: 'A scheduled job ran late',
    text: 'One run made up for the missed ones. Check that a server with the worker role is always running.',
  },
  jobFailedRepeatedly: {
    name: 'A scheduled job fails repeatedly',
    text: 'Its last runs all failed. The server log says why.',
  },
  digestNotCreated: {
    name: 'The daily digest of a person could not be prepared',
    text: 'The other people got theirs. It is tried again after a growing pause; the server log has the error as digest_not_created.',
  },
  masterKeyUnreadableValues: {
    name: 'Stored secrets cannot be opened',
    text: 'The master key was replaced, or the database is damaged: webhook secrets, second factors or the secret of single sign-on must be set again, or the right key restored.',
  },
  signInLocked: {
    name: 'Sign-in to an account is locked',
    text: 'Too many wrong passwords or codes were entered; the account unlocks automatically. Ask the person whether it was them; if not, give them a new password.',
  },
  secondFactorRemoved: {
    name: 'A second factor was turned off',
    text: 'The account is protected by its password alone. Ask the person whether they intended this.',
  },
  accessChangeRequested: {
    name: 'A change of access was requested',
    text: 'The event names the page where another administrator confirms or declines it. If no one expected it, ask the requester why.',
  },
  factorResetBegun: {
    name: 'The operator began to remove a second factor',
    text: 'It is removed 24 hours after the event. Ask the person whether they wanted this; if not, they can cancel it in their session, and the operator checks who used the machine.',
  },
  fourEyesWeakened: {
    name: 'A second person is no longer needed',
    text: 'Self-decision was allowed, or the second person is no longer required. The audit trail says who did it; undo it if no one knows why.',
  },
  secondFactorRulesChanged: {
    name: 'The rule for second factors changed',
    text: 'The audit trail says who changed it, and the previous rule. Undo the change if no one knows why.',
  },
  passkeyCloned: {
    name: 'A passkey was copied',
    text: 'Its signature counter went backwards, so it is locked. Ask the person where it could have been copied; they should remove it and add another.',
  },
  administratorAdded: {
    name: 'An administrator was added',
    text: 'A person was given all rights in this workspace. The audit trail says who did it; remove the role if no one knows why.',
  },
  provisioningTokenChanged: {
    name: 'A provisioning token was changed',
    text: 'The holder of the token can create people and end their access. The audit trail says who changed it; revoke a token that no one recognizes.',
  },
  deactivationRefused: {
    name: 'The removal of an administrator was rejected',
    text: 'This is the last administrator, or a break-glass administrator. Name another one first, or find out why the provider removes this one; it repeats the request until then.',
  },
  identityProviderChanged: {
    name: 'Single sign-on was changed',
    text: 'The person who controls the identity provider can sign in as anyone. The audit trail says who changed it; undo the change if no one knows why.',
  },
  groupRulesChanged: {
    name: 'The rules for groups were changed',
    text: 'Anyone who can change a rule or the members of a group can give roles to others. The audit trail has the rules; restore them if no one knows why.',
  },
  groupsUnknown: {
    name: 'The groups of a person are unknown',
    text: 'The provider omits groups, or puts something else into the claim. The audit trail says what; with Entra ID, use app roles, groups assigned to the application, or SCIM.',
  },
  lastAdministratorKept: {
    name: 'The last administrator was kept',
    text: 'No group of this person still grants the administrator role, and the workspace has no other administrator. Add one, or correct the groups; then decide whether this person stays one.',
  },
  signInPolicyChanged: {
    name: 'How people sign in was changed',
    text: 'Single sign-on was made the only way in, or no longer is, or different people may bypass it. The audit trail says who changed it; undo the change if no one knows why.',
  },
  breakGlassUsed: {
    name: 'A break-glass administrator signed in',
    text: 'They used a password and a second factor. Unless the identity provider failed, ask the person at once, and end their sessions if it was not them.',
  },
  signOnConnected: {
    name: 'A sign-on was connected',
    text: 'If the person does not know of it, someone else can sign in as them: disable the person, and check the audit trail for who set up the identity provider.',
  },
  signOnRemoved: {
    name: 'A sign-on was disconnected',
    text: "The audit trail says who removed it, and why. If neither the person nor an administrator knows of it, end the person's sessions, and watch what is connected next.",
  },
  securityEventExportBehind: {
    name: 'Security events do not leave the install',
    text: 'The receiver of PROBATA_SECURITY_LOG accepts none. They are kept and sent once it is back; check its address, certificate and disk.',
  },
  auditWordsErased: {
    name: 'Text of the audit trail was erased',
    text: 'A person permanently erased text from a row of the audit trail. The trail says who, what and why; ask them if no one knows of it.',
  },
  ledgerRowAltered: {
    name: 'The audit trail was altered',
    text: 'Someone changed, removed or inserted rows outside Probata. The verification of the ledger names them; leave the database as it is, and find out who can write to it.',
  },
  malwareFound: {
    name: 'Malware in an upload',
    text: 'No part of the file was stored. The event names the malware and, if a person sent it, who. Ask them where the file came from.',
  },
  malwareNotExamined: {
    name: 'An upload was not examined',
    text: 'The file is too large, too deeply nested or encrypted, so the scanner could not examine all of it. Nothing was stored. Raise the limits of the scanner, or request a file that it can read.',
  },
  malwareScannerUnavailable: {
    name: 'The malware scanner is unavailable',
    text: 'Until it responds again, every upload is answered with 503 and nothing is stored. Check whether clamd runs; `probata doctor` reports the cause.',
  },
  exportBlobMissing: {
    name: 'A file of an export is missing',
    text: 'An evidence bundle needs a stored file that is missing. The export failed and cannot be downloaded. The operator must restore the file; then request the export again.',
  },
  exportBlobAltered: {
    name: 'A file of an export was altered',
    text: 'A stored file of an evidence bundle is not the one that was accepted. The export failed and cannot be downloaded. The operator must restore the file and find out who altered it.',
  },
  ledgerNotPublished: {
    name: 'Checkpoints are not held outside the install',
    text: 'An external place has not accepted checkpoints of the ledger for two hours. Until it does, it proves nothing about newer rows. The operator should check the place and the log.',
  },
  ledgerKeyUnreadable: {
    name: 'A key of the ledger cannot be opened',
    text: 'The key that signs checkpoints or bundles cannot be opened with the master key of this install. Rows are still sealed, but nothing is signed. The operator must restore the master key, or begin a new generation of the ledger.',
  },
  ledgerRestored: {
    name: 'The database came from a backup',
    text: 'A dump was restored, or the database moved to another server. Rows missing from the ledger are sealed again. No action needed if your team did it.',
  },
  ledgerBehindCheckpoint: {
    name: 'The ledger is behind its own checkpoints',
    text: 'A checkpoint held outside the install does not belong to this ledger: an older backup was restored, or its history was changed. Sealing has stopped. Find out which; then begin a new generation with `probata ledger continue`.',
  },
}
