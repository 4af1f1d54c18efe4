/** The meaning of each type of security event, and what to do. */
export const securityEventTypes = {
  storageOperationsValidationFailed: {
    name: 'Die Prüfung eines Speichers ist fehlgeschlagen',
    text: 'Ein Speicher verhielt sich bei der Prüfung nicht wie gefordert und ist deshalb nicht in Betrieb. Sehen Sie sich die einzelnen Tests und die Rechte seiner Zugangsdaten an.',
  },
  storageOperationsActivationFailed: {
    name: 'Ein Speicher ließ sich nicht in Betrieb nehmen',
    text: 'Der bisherige Speicher dieses Arbeitsbereichs ist weiter in Gebrauch. Prüfen Sie den neuen erneut.',
  },
  storageOperationsActiveBindingUnavailable: {
    name: 'Der Speicher ist nicht erreichbar',
    text: 'Dateien dieses Arbeitsbereichs lassen sich weder ablegen noch öffnen, bis er wieder da ist. Prüfen Sie Datenträger oder Speicherdienst und dessen Zugangsdaten.',
  },
  storageOperationsActiveBindingRestored: {
    name: 'Der Speicher ist wieder da',
    text: 'Dateien lassen sich wieder ablegen und öffnen. Es ist nichts zu tun.',
  },
  storageOperationsPostureDrift: {
    name: 'Der Speicher hat sich verändert',
    text: 'Er besteht eine Prüfung nicht mehr, die er bei der Inbetriebnahme bestand, etwa dass er nicht öffentlich ist. Klären Sie, wer seine Einstellungen geändert hat, und stellen Sie sie wieder her.',
  },
  storageOperationsMigrationFailed: {
    name: 'Dateien ließen sich nicht migrieren',
    text: 'Eine Migration von Dateien in einen anderen Speicher blieb stehen. Die Dateien sind, wo sie waren. Beheben Sie die genannte Ursache und setzen Sie sie fort.',
  },
  storageOperationsMigrationCompleted: {
    name: 'Dateien wurden migriert',
    text: 'Eine Migration von Dateien in einen anderen Speicher ist abgeschlossen. Nichts zu tun, wenn Ihr Team sie begonnen hat.',
  },
  storageOperationsDigestMismatch: {
    name: 'Eine gespeicherte Datei wurde verändert',
    text: 'Die Prüfsumme einer Datei weicht von der gespeicherten ab. Die Datei wurde nicht herausgegeben. Klären Sie, wer in den Speicher schreiben kann, und stellen Sie die Datei aus einer Sicherung wieder her.',
  },
  storageOperationsObjectMissing: {
    name: 'Eine gespeicherte Datei fehlt',
    text: 'Eine Datei, die zu einem Nachweis gehört, ist nicht im Speicher. Stellen Sie sie aus einer Sicherung wieder her; bis dahin lässt sie sich nicht öffnen.',
  },
  storageOperationsCopyRepaired: {
    name: 'Eine gespeicherte Datei wurde wiederhergestellt',
    text: 'Eine beschädigte oder fehlende Kopie einer Datei wurde aus einer anderen neu angelegt. Klären Sie, wodurch sie Schaden nahm.',
  },
  storageOperationsOrphansFound: {
    name: 'Im Speicher liegen Dateien ohne Datensatz',
    text: 'Sie werden entfernt, wenn sie einen Tag später noch da sind. Prüfen Sie, ob noch etwas anderes an dieselbe Stelle schreibt.',
  },
  storageOperationsCredentialsReplaced: {
    name: 'Die Zugangsdaten eines Speichers wurden ersetzt',
    text: 'Nichts zu tun, wenn Ihr Team das getan hat. Widerrufen Sie die früheren Zugangsdaten beim Anbieter.',
  },
  storageOperationsKeyUnavailable: {
    name: 'Ein Schlüssel für Dateien ist nicht verfügbar',
    text: 'Dateien, die damit verschlüsselt sind, lassen sich weder ablegen noch öffnen. Prüfen Sie die Schlüsselverwahrung und ob sie diese Installation noch zulässt.',
  },
  licenseRefreshFailed: {
    name: 'Die Lizenz ließ sich nicht erneuern',
    text: 'Lizenzierte Funktionen bleiben verfügbar, bis die Lizenz endet. Prüfen Sie Lizenzdatei und öffentlichen Schlüssel.',
  },
  licenseStateChanged: {
    name: 'Der Status der Lizenz hat sich geändert',
    text: 'Die Seite „Lizenz“ zeigt den neuen Status und wie lange er gilt. Erneuern Sie die Lizenz, wenn sie bald abläuft.',
  },
  jobStuck: {
    name: 'Ein geplanter Auftrag endet nicht',
    text: 'Er läuft mehr als dreimal so lange wie erwartet. Prüfen Sie das Serverlog und ob Datenbank und Speicher antworten.',
  },
  jobMissed: {
    name: 'Ein geplanter Auftrag lief verspätet',
    text: 'Ein Lauf hat die versäumten nachgeholt. Prüfen Sie, ob immer ein Server mit der Rolle „worker“ läuft.',
  },
  jobFailedRepeatedly: {
    name: 'Ein geplanter Auftrag schlägt immer wieder fehl',
    text: 'Seine letzten Läufe schlugen alle fehl. Das Serverlog sagt, warum.',
  },
  digestNotCreated: {
    name: 'Die tägliche Zusammenfassung einer Person ließ sich nicht erstellen',
    text: 'Alle anderen haben ihre erhalten. Neue Versuche folgen in wachsenden Abständen; das Serverlog nennt den Fehler unter digest_not_created.',
  },
  masterKeyUnreadableValues: {
    name: 'Gespeicherte Geheimnisse lassen sich nicht öffnen',
    text: 'Der Hauptschlüssel wurde ersetzt, oder die Datenbank ist beschädigt: Webhook-Geheimnisse, zweite Faktoren oder das Geheimnis der Einmalanmeldung müssen neu gesetzt oder der richtige Schlüssel wiederhergestellt werden.',
  },
  signInLocked: {
    name: 'Die Anmeldung bei einem Konto ist gesperrt',
    text: 'Zu viele falsche Passwörter oder Codes wurden eingegeben; die Sperre endet von selbst. Fragen Sie die Person, ob sie es war, und geben Sie ihr sonst ein neues Passwort.',
  },
  secondFactorRemoved: {
    name: 'Ein zweiter Faktor wurde abgeschaltet',
    text: 'Das Konto ist nur noch durch das Passwort geschützt. Fragen Sie die Person, ob sie das wollte.',
  },
  accessChangeRequested: {
    name: 'Eine Änderung am Zugang wurde beantragt',
    text: 'Das Ereignis nennt die Seite, auf der eine zweite Person der Administration sie bestätigt oder ablehnt. Kommt sie unerwartet, fragen Sie bei der beantragenden Person nach.',
  },
  factorResetBegun: {
    name: 'Der Betreiber hat begonnen, einen zweiten Faktor zu entfernen',
    text: 'Er wird 24 Stunden nach dem Ereignis entfernt. Fragen Sie die Person, ob sie das wollte. Wenn nicht, bricht sie es in ihrer Sitzung ab, und der Betreiber prüft, wer Zugriff auf den Server hatte.',
  },
  fourEyesWeakened: {
    name: 'Eine zweite Person ist nicht mehr erforderlich',
    text: 'Die Entscheidung über eigene Arbeit wurde erlaubt, oder eine zweite Person wird nicht mehr verlangt. Das Protokoll sagt, von wem; machen Sie es rückgängig, wenn niemand den Grund kennt.',
  },
  secondFactorRulesChanged: {
    name: 'Die Regel für zweite Faktoren wurde geändert',
    text: 'Das Protokoll sagt, von wem und wie sie vorher war. Machen Sie die Änderung rückgängig, wenn niemand den Grund kennt.',
  },
  passkeyCloned: {
    name: 'Ein Passkey wurde kopiert',
    text: 'Sein Signaturzähler ging zurück; er ist deshalb gesperrt. Fragen Sie die Person, wo er kopiert worden sein könnte; sie sollte ihn entfernen und einen anderen hinzufügen.',
  },
  administratorAdded: {
    name: 'Eine Person wurde in die Administration aufgenommen',
    text: 'Eine Person erhielt alle Rechte in diesem Arbeitsbereich. Das Protokoll sagt, von wem; entziehen Sie die Rolle, wenn niemand den Grund kennt.',
  },
  provisioningTokenChanged: {
    name: 'Ein Token der Benutzerbereitstellung wurde geändert',
    text: 'Wer das Token hat, kann Personen anlegen und ihren Zugang beenden. Das Protokoll sagt, wer es geändert hat; widerrufen Sie ein Token, das niemand kennt.',
  },
  deactivationRefused: {
    name: 'Die Entfernung einer Person der Administration wurde abgelehnt',
    text: 'Sie ist die letzte Person der Administration oder hat einen Notfallzugang. Benennen Sie zuerst eine andere Person, oder klären Sie, warum der Anbieter diese entfernt; er wiederholt die Anfrage bis dahin.',
  },
  identityProviderChanged: {
    name: 'Die Einmalanmeldung wurde geändert',
    text: 'Wer den Identitätsanbieter kontrolliert, kann sich als beliebige Person anmelden. Das Protokoll sagt, wer sie geändert hat; machen Sie es rückgängig, wenn niemand den Grund kennt.',
  },
  groupRulesChanged: {
    name: 'Die Regeln für Gruppen wurden geändert',
    text: 'Wer eine Regel oder die Mitglieder einer Gruppe ändern kann, kann anderen Rollen geben. Das Protokoll enthält die Regeln; stellen Sie sie wieder her, wenn niemand den Grund kennt.',
  },
  groupsUnknown: {
    name: 'Die Gruppen einer Person sind nicht bekannt',
    text: 'Der Anbieter lässt Gruppen weg oder schreibt etwas anderes in den Claim. Das Protokoll sagt, was; nutzen Sie bei Entra ID App-Rollen, der Anwendung zugewiesene Gruppen oder SCIM.',
  },
  lastAdministratorKept: {
    name: 'Die letzte Person der Administration wurde beibehalten',
    text: 'Keine Gruppe gibt dieser Person noch die Rolle Administration, und sonst hat sie niemand. Geben Sie die Rolle einer weiteren Person, oder berichtigen Sie die Gruppen; entscheiden Sie dann, ob diese Person sie behält.',
  },
  signInPolicyChanged: {
    name: 'Die Art der Anmeldung wurde geändert',
    text: 'Die Einmalanmeldung wurde zum einzigen Zugang oder ist es nicht mehr, oder andere Personen dürfen sie umgehen. Das Protokoll sagt, wer es geändert hat; machen Sie es rückgängig, wenn niemand den Grund kennt.',
  },
  breakGlassUsed: {
    name: 'Ein Notfallzugang wurde benutzt',
    text: 'Die Anmeldung erfolgte mit Passwort und zweitem Faktor. Wenn der Identitätsanbieter nicht ausgefallen ist, fragen Sie die Person sofort, und beenden Sie ihre Sitzungen, wenn sie es nicht war.',
  },
  signOnConnected: {
    name: 'Eine Anmeldung wurde verbunden',
    text: 'Weiß die Person nichts davon, kann sich jemand anderes als sie anmelden: Sperren Sie die Person und sehen Sie im Protokoll nach, wer den Identitätsanbieter eingerichtet hat.',
  },
  signOnRemoved: {
    name: 'Die Verbindung mit einer Anmeldung wurde entfernt',
    text: 'Das Protokoll sagt, wer sie entfernt hat und warum. Wissen weder die Person noch die Administration davon, beenden Sie die Sitzungen der Person und achten Sie darauf, was als Nächstes verbunden wird.',
  },
  securityEventExportBehind: {
    name: 'Sicherheitsereignisse werden nicht übertragen',
    text: 'Der Empfänger aus PROBATA_SECURITY_LOG nimmt keine Ereignisse an. Sie bleiben erhalten und werden gesendet, sobald er wieder erreichbar ist; prüfen Sie Adresse, Zertifikat und Datenträger.',
  },
  auditWordsErased: {
    name: 'Text des Protokolls wurde gelöscht',
    text: 'Eine Person hat Text einer Zeile des Protokolls endgültig gelöscht. Das Protokoll sagt, wer, was und warum; fragen Sie nach, wenn niemand davon weiß.',
  },
  ledgerRowAltered: {
    name: 'Das Protokoll wurde verändert',
    text: 'Jemand hat am Programm vorbei Zeilen geändert, entfernt oder eingefügt. Die Prüfung des Registers nennt sie; lassen Sie die Datenbank unverändert und klären Sie, wer darin schreiben kann.',
  },
  malwareFound: {
    name: 'Schadsoftware in einer hochgeladenen Datei',
    text: 'Von der Datei wurde nichts gespeichert. Das Ereignis nennt die Schadsoftware und, wenn eine Person sie gesendet hat, diese Person. Fragen Sie, woher die Datei kommt.',
  },
  malwareNotExamined: {
    name: 'Eine hochgeladene Datei wurde nicht geprüft',
    text: 'Die Datei ist zu groß, zu tief verschachtelt oder verschlüsselt, sodass der Scanner sie nicht ganz untersuchen konnte. Gespeichert wurde nichts. Erhöhen Sie die Grenzen des Scanners oder bitten Sie um eine Datei, die er lesen kann.',
  },
  malwareScannerUnavailable: {
    name: 'Der Virenscanner ist nicht erreichbar',
    text: 'Bis er wieder antwortet, wird jeder Upload mit 503 beantwortet und nichts gespeichert. Prüfen Sie, ob clamd läuft; `probata doctor` nennt die Ursache.',
  },
  exportBlobMissing: {
    name: 'Eine Datei eines Exports fehlt',
    text: 'Ein Beweisbündel braucht eine gespeicherte Datei, die nicht da ist. Der Export ist fehlgeschlagen und lässt sich nicht herunterladen. Der Betreiber muss die Datei wiederherstellen; fordern Sie den Export dann noch einmal an.',
  },
  exportBlobAltered: {
    name: 'Eine Datei eines Exports wurde verändert',
    text: 'Eine gespeicherte Datei eines Beweisbündels weicht von der hochgeladenen ab. Der Export ist fehlgeschlagen und lässt sich nicht herunterladen. Der Betreiber muss die Datei wiederherstellen und klären, wer sie verändert hat.',
  },
  ledgerNotPublished: {
    name: 'Eine externe Ablage nimmt keine Prüfpunkte an',
    text: 'Seit zwei Stunden hat eine externe Ablage keine Prüfpunkte des Registers angenommen. Spätere Zeilen beweist sie bis dahin nicht. Der Betreiber sollte die Ablage und das Log prüfen.',
  },
  ledgerKeyUnreadable: {
    name: 'Ein Schlüssel des Registers lässt sich nicht öffnen',
    text: 'Der Schlüssel, der Prüfpunkte oder Bündel signiert, lässt sich mit dem Hauptschlüssel dieser Installation nicht öffnen. Zeilen werden weiter versiegelt, signiert wird nichts. Der Betreiber muss den Hauptschlüssel wiederherstellen oder eine neue Generation des Registers beginnen.',
  },
  ledgerRestored: {
    name: 'Die Datenbank wurde wiederhergestellt',
    text: 'Eine Sicherung wurde eingespielt, oder die Datenbank zog auf einen anderen Server um. Zeilen, die dem Register fehlen, werden neu versiegelt. Nichts zu tun, wenn Ihr Team das getan hat.',
  },
  ledgerBehindCheckpoint: {
    name: 'Das Register liegt hinter seinen eigenen Prüfpunkten',
    text: 'Ein extern verwahrter Prüfpunkt gehört nicht zu diesem Register: Eine ältere Sicherung wurde eingespielt, oder frühere Zeilen wurden geändert. Es wird nichts mehr versiegelt. Klären Sie, was zutrifft, und beginnen Sie dann mit `probata ledger continue` eine neue Generation.',
  },
}
