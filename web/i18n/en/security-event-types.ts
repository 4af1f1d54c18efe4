/** What each type of security event means, and what to do. */
export const securityEventTypes = {
  storageOperationsValidationFailed: {
    name: 'A check of the storage failed',
    text: 'A storage did not do what it should when it was checked. It is not in use because of this check. Look at its probes, and at the rights of its credentials.',
  },
  storageOperationsActivationFailed: {
    name: 'A storage could not be activated',
    text: 'It should have become the storage of this workspace; the previous one is still in use. Validate it again.',
  },
  storageOperationsActiveBindingUnavailable: {
    name: 'The storage cannot be reached',
    text: 'Files of this workspace can be neither stored nor opened until it is back. Check the disk or the storage service and its credentials.',
  },
  storageOperationsActiveBindingRestored: {
    name: 'The storage is back',
    text: 'Files can be stored and opened again. Nothing is to be done.',
  },
  storageOperationsPostureDrift: {
    name: 'The storage is not what it was',
    text: 'It does not pass a check that it passed when it was activated, such as not being public. Find out who changed its settings, and set them back.',
  },
  storageOperationsMigrationFailed: {
    name: 'Files could not be moved',
    text: 'A move of files to another storage stopped. The files are where they were. Put right what it names, and resume it.',
  },
  storageOperationsMigrationCompleted: {
    name: 'Files were moved',
    text: 'A move of files to another storage is complete. Nothing is to be done, if somebody of yours began it.',
  },
  storageOperationsDigestMismatch: {
    name: 'A stored file was altered',
    text: 'The digest of a file differs from the one that was stored with it. It was not delivered. Find out who can write to the storage, and restore the file from a backup.',
  },
  storageOperationsObjectMissing: {
    name: 'A stored file is missing',
    text: 'A file that belongs to a claim is not in the storage. Restore it from a backup; until then it cannot be opened.',
  },
  storageOperationsCopyRepaired: {
    name: 'A stored file was repaired',
    text: 'A damaged or missing copy of a file was made anew from another one. Find out what damaged it.',
  },
  storageOperationsOrphansFound: {
    name: 'The storage has files that belong to nothing',
    text: 'They are removed when they are found again a day later. Look whether something else writes to the same place.',
  },
  storageOperationsCredentialsReplaced: {
    name: 'The credentials of a storage were replaced',
    text: 'Nothing is to be done, if somebody of yours did it. Withdraw the former ones at the provider.',
  },
  storageOperationsKeyUnavailable: {
    name: 'A key of stored files cannot be had',
    text: 'Files that are encrypted with it can be neither stored nor opened. Check the key holder, and whether it still admits this install.',
  },
  licenseRefreshFailed: {
    name: 'The license could not be refreshed',
    text: 'What is licensed stays so until the license ends. Check the license file and the public key.',
  },
  licenseStateChanged: {
    name: 'The license has another state',
    text: 'The page of the license shows which, and until when. Renew it where it is about to end.',
  },
  jobStuck: {
    name: 'A scheduled job does not end',
    text: 'It runs more than three times as long as it should. Look at the log of the server, and whether database and storage respond.',
  },
  jobMissed: {
    name: 'A scheduled job was not run',
    text: 'Runs were missed and have been made up by one. Look whether a server with the role worker runs all the time.',
  },
  jobFailedRepeatedly: {
    name: 'A scheduled job fails again and again',
    text: 'Its last runs have all failed. The log of the server says why.',
  },
  masterKeyUnreadableValues: {
    name: 'Stored secrets cannot be opened',
    text: 'The master key was replaced, or the database is damaged: webhook secrets, second factors or the secret of single sign-on have to be set anew, or the right key put back.',
  },
  signInLocked: {
    name: 'Sign-in to an account is locked',
    text: 'Too many wrong passwords or codes; it opens again by itself. Ask the person whether it was they, and give them a new password if not.',
  },
  secondFactorRemoved: {
    name: 'A second factor was turned off',
    text: 'The account is protected by its password alone. Ask the person whether they wanted it.',
  },
  accessChangeRequested: {
    name: 'A change of access was requested',
    text: 'Another administrator confirms or declines it on the page of the request, which the event names. Ask the requester why if nobody expected it.',
  },
  factorResetBegun: {
    name: 'The operator began to remove a second factor',
    text: 'It is removed 24 hours after the event. Ask the person whether they wanted it; if not, they cancel it from their session, and the operator looks who used the machine.',
  },
  fourEyesWeakened: {
    name: 'A second person is no longer needed',
    text: 'Self-decision was allowed, or the second person turned off. The audit trail says by whom; set it back if nobody knows why.',
  },
  secondFactorRulesChanged: {
    name: 'The rule for second factors changed',
    text: 'The audit trail says by whom, and what the rule was. Set it back if nobody knows why.',
  },
  passkeyCloned: {
    name: 'There is a copy of a passkey',
    text: 'It signed with a counter that went back, and is locked. Ask the person where it could have been copied; they remove it and add another.',
  },
  administratorAdded: {
    name: 'There is one more administrator',
    text: 'Somebody was given all rights of this workspace. The audit trail says by whom; take the role back if nobody knows why.',
  },
  provisioningTokenChanged: {
    name: 'A provisioning token was changed',
    text: 'Whoever holds the token makes people and ends their access. The audit trail says who did it; revoke a token that nobody knows.',
  },
  deactivationRefused: {
    name: 'Removal of an administrator was rejected',
    text: 'It is the last administrator, or a break-glass administrator. Name another one first, or find out why the provider removes this one: the request is repeated until then.',
  },
  identityProviderChanged: {
    name: 'Single sign-on was changed',
    text: 'Whoever controls the identity provider signs in as anybody. The audit trail says who changed it; set it back if nobody knows why.',
  },
  groupRulesChanged: {
    name: 'The rules for groups were changed',
    text: 'Whoever may change a rule, or the membership of a group, gives others roles. The audit trail has the rules; set them back if nobody knows why.',
  },
  groupsUnknown: {
    name: 'Groups of people are not known',
    text: 'The provider leaves groups out, or writes something else into the claim. The audit trail says what; with Entra ID, use app roles, groups assigned to the application, or SCIM.',
  },
  lastAdministratorKept: {
    name: 'The last administrator was kept',
    text: 'No group of this person makes an administrator any longer, and there is no other. Make another administrator, or correct the groups; then decide whether this person stays one.',
  },
  signInPolicyChanged: {
    name: 'How people sign in was changed',
    text: 'Single sign-on was made the only way in, or no longer is, or other people may pass it. The audit trail says who changed it; change it back if nobody knows why.',
  },
  breakGlassUsed: {
    name: 'A break-glass administrator signed in',
    text: 'A password and a second factor opened the workspace. If the identity provider did not fail, ask the person at once, and end their sessions if it was not they.',
  },
  signOnConnected: {
    name: 'A sign-on was connected',
    text: 'If the person does not know of it, somebody else can enter as them: disable the person, and look in the audit trail at who set the identity provider.',
  },
  signOnRemoved: {
    name: 'A sign-on was disconnected',
    text: "The audit trail says who removed it, and why. If neither the person nor an administrator knows of it, end the person's sessions, and look at what is connected next.",
  },
  securityEventExportBehind: {
    name: 'Security events do not leave the install',
    text: 'The receiver of PROBATA_SECURITY_LOG takes none. They are kept and sent when it is back; check its address, certificate and disk.',
  },
  auditWordsErased: {
    name: 'Words of the audit trail were erased',
    text: 'A person took words out of a row of the audit trail, for good. The trail says who, which and why; ask them if nobody knows of it.',
  },
  ledgerRowAltered: {
    name: 'The audit trail was altered',
    text: 'Somebody changed, removed or slipped in rows past the program. The verification of the ledger names them; keep the database as it is, and find out who can write to it.',
  },
  malwareFound: {
    name: 'Malware in an upload',
    text: 'Nothing of the file was stored. The event names what was found and, if a person sent it, who. Ask them where the file came from.',
  },
  malwareNotExamined: {
    name: 'An upload was not examined',
    text: 'The file is larger, deeper packed or encrypted, so the scanner could not look at all of it. Nothing was stored. Raise the limits of the scanner, or ask for a file that it can read.',
  },
  malwareScannerUnavailable: {
    name: 'The malware scanner is unavailable',
    text: 'Until it answers again, every upload is answered 503 and nothing is stored. Look whether clamd runs; `probata doctor` says what it meets.',
  },
  exportBlobMissing: {
    name: 'A file of an export is missing',
    text: 'A bundle of proof needs a stored file that is not there. The export failed, and nothing of it is served. Whoever runs the install restores the file; then request the export again.',
  },
  exportBlobAltered: {
    name: 'A file of an export was altered',
    text: 'A stored file of a bundle of proof is not the one that was accepted. The export failed, and nothing of it is served. Whoever runs the install restores the file and finds out who altered it.',
  },
  ledgerNotPublished: {
    name: 'A place outside takes no checkpoints',
    text: 'For two hours a place outside has not taken checkpoints of the ledger. Until it does, it proves nothing that came later. Whoever runs the install looks at the place and at the log.',
  },
  ledgerKeyUnreadable: {
    name: 'A key of the ledger cannot be opened',
    text: 'The key that signs checkpoints or bundles cannot be opened with the master key of this install. Rows are still sealed; nothing is signed. Whoever runs the install restores the master key, or begins a new generation of the ledger.',
  },
  ledgerRestored: {
    name: 'The database came from a backup',
    text: 'A dump was restored, or the database moved to another server. Rows that the ledger lacks are sealed anew. Nothing is to be done, if somebody of yours did it.',
  },
  ledgerBehindCheckpoint: {
    name: 'The ledger is behind its own checkpoints',
    text: 'A checkpoint that a place outside keeps is not of this ledger: an older backup was restored, or its history was changed. Nothing is sealed any more. Find out which; then begin a new generation with `probata ledger continue`.',
  },
}
