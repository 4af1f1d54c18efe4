/** What each type of security event means, and what to do. */
export const securityEventTypes = {
  storageOperationsValidationFailed: {
    name: 'Eine Prüfung des Speichers schlug fehl',
    text: 'Ein Speicher verhielt sich bei der Prüfung nicht wie erwartet. Durch diese Prüfung kommt er nicht in Betrieb. Sehen Sie sich die einzelnen Proben und die Rechte seiner Zugangsdaten an.',
  },
  storageOperationsActivationFailed: {
    name: 'Ein Speicher ließ sich nicht in Betrieb nehmen',
    text: 'Er sollte der Speicher dieses Arbeitsbereichs werden; der bisherige ist weiter in Gebrauch. Prüfen Sie ihn erneut.',
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
    name: 'Der Speicher ist nicht mehr, was er war',
    text: 'Er besteht eine Prüfung nicht mehr, die er bei der Inbetriebnahme bestand, etwa dass er nicht öffentlich ist. Klären Sie, wer seine Einstellungen geändert hat, und stellen Sie sie zurück.',
  },
  storageOperationsMigrationFailed: {
    name: 'Dateien ließen sich nicht verschieben',
    text: 'Ein Umzug von Dateien in einen anderen Speicher blieb stehen. Die Dateien sind, wo sie waren. Beheben Sie die genannte Ursache und setzen Sie ihn fort.',
  },
  storageOperationsMigrationCompleted: {
    name: 'Dateien wurden verschoben',
    text: 'Ein Umzug von Dateien in einen anderen Speicher ist abgeschlossen. Es ist nichts zu tun, wenn jemand von Ihnen ihn begonnen hat.',
  },
  storageOperationsDigestMismatch: {
    name: 'Eine gespeicherte Datei wurde verändert',
    text: 'Die Prüfsumme einer Datei weicht von der gespeicherten ab. Die Datei wurde nicht herausgegeben. Klären Sie, wer in den Speicher schreiben kann, und stellen Sie die Datei aus einer Sicherung wieder her.',
  },
  storageOperationsObjectMissing: {
    name: 'Eine gespeicherte Datei fehlt',
    text: 'Eine Datei, die zu einem Beleg gehört, ist nicht im Speicher. Stellen Sie sie aus einer Sicherung wieder her; bis dahin lässt sie sich nicht öffnen.',
  },
  storageOperationsCopyRepaired: {
    name: 'Eine gespeicherte Datei wurde wiederhergestellt',
    text: 'Eine beschädigte oder fehlende Kopie einer Datei wurde aus einer anderen neu angelegt. Klären Sie, wodurch sie Schaden nahm.',
  },
  storageOperationsOrphansFound: {
    name: 'Im Speicher liegen Dateien, die zu nichts gehören',
    text: 'Sie werden entfernt, wenn sie einen Tag später wieder gefunden werden. Sehen Sie nach, ob noch etwas anderes an dieselbe Stelle schreibt.',
  },
  storageOperationsCredentialsReplaced: {
    name: 'Die Zugangsdaten eines Speichers wurden ersetzt',
    text: 'Es ist nichts zu tun, wenn jemand von Ihnen das tat. Entziehen Sie die früheren beim Anbieter.',
  },
  storageOperationsKeyUnavailable: {
    name: 'Ein Schlüssel für Dateien ist nicht zu haben',
    text: 'Dateien, die damit verschlüsselt sind, lassen sich weder ablegen noch öffnen. Prüfen Sie den Schlüsselverwalter und ob er diese Installation noch zulässt.',
  },
  licenseRefreshFailed: {
    name: 'Die Lizenz ließ sich nicht erneuern',
    text: 'Was bisher lizenziert war, gilt weiter, bis die Lizenz endet. Prüfen Sie Lizenzdatei und öffentlichen Schlüssel.',
  },
  licenseStateChanged: {
    name: 'Die Lizenz hat einen anderen Zustand',
    text: 'Die Seite der Lizenz zeigt, welchen und bis wann. Erneuern Sie sie, wenn sie bald endet.',
  },
  jobStuck: {
    name: 'Ein geplanter Auftrag endet nicht',
    text: 'Er läuft mehr als dreimal so lange wie erwartet. Sehen Sie in das Protokoll des Servers und nach, ob Datenbank und Speicher antworten.',
  },
  jobMissed: {
    name: 'Ein geplanter Auftrag fiel aus',
    text: 'Läufe fielen aus; einer hat sie nachgeholt. Sehen Sie nach, ob immer ein Server mit der Rolle worker läuft.',
  },
  jobFailedRepeatedly: {
    name: 'Ein geplanter Auftrag schlägt immer wieder fehl',
    text: 'Seine letzten Läufe schlugen alle fehl. Das Protokoll des Servers sagt, warum.',
  },
  masterKeyUnreadableValues: {
    name: 'Gespeicherte Geheimnisse lassen sich nicht öffnen',
    text: 'Der Hauptschlüssel wurde ersetzt, oder die Datenbank ist beschädigt: Webhook-Geheimnisse, zweite Faktoren oder das Geheimnis der Einmalanmeldung müssen neu gesetzt werden, oder der richtige Schlüssel muss zurück.',
  },
  signInLocked: {
    name: 'Die Anmeldung zu einem Konto ist gesperrt',
    text: 'Zu viele falsche Passwörter oder Codes; die Sperre endet von selbst. Fragen Sie die Person, ob sie es war, und geben Sie ihr sonst ein neues Passwort.',
  },
  secondFactorRemoved: {
    name: 'Ein zweiter Faktor wurde abgeschaltet',
    text: 'Das Konto ist nur noch durch das Passwort geschützt. Fragen Sie die Person, ob sie das wollte.',
  },
  accessChangeRequested: {
    name: 'Eine Änderung am Zugang wurde beantragt',
    text: 'Eine zweite Person der Administration bestätigt sie auf der Seite des Antrags, den das Ereignis nennt, oder lehnt sie ab. Fragen Sie nach, wenn niemand damit gerechnet hat.',
  },
  factorResetBegun: {
    name: 'Der Betrieb hat begonnen, einen zweiten Faktor zu entfernen',
    text: 'Er wird 24 Stunden nach dem Ereignis entfernt. Fragen Sie die Person, ob sie das wollte; wenn nicht, bricht sie es in ihrer Sitzung ab, und der Betrieb prüft, wer die Maschine benutzt hat.',
  },
  fourEyesWeakened: {
    name: 'Eine zweite Person ist nicht mehr nötig',
    text: 'Selbstentscheidung wurde erlaubt oder die zweite Person abgeschaltet. Das Protokoll sagt, von wem; nehmen Sie es zurück, wenn niemand den Grund kennt.',
  },
  secondFactorRulesChanged: {
    name: 'Die Regel für zweite Faktoren wurde geändert',
    text: 'Das Prüfprotokoll sagt, von wem und wie sie vorher war. Setzen Sie sie zurück, wenn niemand weiß, warum.',
  },
  passkeyCloned: {
    name: 'Es gibt eine Kopie eines Passkeys',
    text: 'Sein Zähler ging zurück; er ist gesperrt. Fragen Sie die Person, wo er kopiert worden sein könnte; sie entfernt ihn und fügt einen anderen hinzu.',
  },
  administratorAdded: {
    name: 'Es gibt eine weitere Administratorin oder einen weiteren Administrator',
    text: 'Jemand erhielt alle Rechte in diesem Arbeitsbereich. Das Prüfprotokoll sagt, von wem; nehmen Sie die Rolle zurück, wenn niemand weiß, warum.',
  },
  provisioningTokenChanged: {
    name: 'Ein Token für die Bereitstellung wurde geändert',
    text: 'Wer das Token hat, legt Personen an und beendet ihren Zugang. Das Prüfprotokoll sagt, von wem das kam; widerrufen Sie ein Token, das niemand kennt.',
  },
  deactivationRefused: {
    name: 'Die Entfernung einer Administration wurde abgelehnt',
    text: 'Es ist die letzte Administration oder eine für den Notzugang. Benennen Sie zuerst eine andere Person, oder klären Sie, warum der Anbieter diese entfernt: Die Anfrage wird bis dahin wiederholt.',
  },
  identityProviderChanged: {
    name: 'Die Einmalanmeldung wurde geändert',
    text: 'Wer den Identitätsanbieter beherrscht, meldet sich als jede Person an. Das Prüfprotokoll sagt, wer sie geändert hat; machen Sie es rückgängig, wenn niemand weiß, warum.',
  },
  groupRulesChanged: {
    name: 'Die Regeln für Gruppen wurden geändert',
    text: 'Wer eine Regel oder die Mitgliedschaft in einer Gruppe ändern darf, gibt anderen Rollen. Das Prüfprotokoll enthält die Regeln; stellen Sie sie zurück, wenn niemand weiß, warum.',
  },
  groupsUnknown: {
    name: 'Die Gruppen von Personen sind nicht bekannt',
    text: 'Der Anbieter lässt Gruppen weg oder schreibt etwas anderes in den Claim. Das Prüfprotokoll sagt, was; nutzen Sie bei Entra ID App-Rollen, der Anwendung zugewiesene Gruppen oder SCIM.',
  },
  lastAdministratorKept: {
    name: 'Die letzte Administration blieb bestehen',
    text: 'Keine Gruppe macht diese Person noch zur Administration, und es gibt keine andere. Bestimmen Sie eine weitere Administration, oder berichtigen Sie die Gruppen, und entscheiden Sie dann über diese Person.',
  },
  signInPolicyChanged: {
    name: 'Die Art der Anmeldung wurde geändert',
    text: 'Die Einmalanmeldung wurde zum einzigen Zugang oder ist es nicht mehr, oder andere Personen dürfen sie umgehen. Das Prüfprotokoll sagt, wer es geändert hat; machen Sie es rückgängig, wenn niemand weiß, warum.',
  },
  breakGlassUsed: {
    name: 'Ein Notfallzugang wurde benutzt',
    text: 'Ein Passwort und ein zweiter Faktor öffneten den Arbeitsbereich. Wenn der Identitätsanbieter nicht ausgefallen ist, fragen Sie die Person sofort, und beenden Sie ihre Sitzungen, wenn sie es nicht war.',
  },
  signOnConnected: {
    name: 'Eine Anmeldung wurde verbunden',
    text: 'Weiß die Person nichts davon, kann jemand anders als sie eintreten: Sperren Sie die Person und sehen Sie im Prüfprotokoll nach, wer den Identitätsanbieter eingerichtet hat.',
  },
  signOnRemoved: {
    name: 'Die Verbindung mit einer Anmeldung wurde entfernt',
    text: 'Das Prüfprotokoll sagt, wer sie entfernt hat und warum. Wissen weder die Person noch die Administration davon, beenden Sie die Sitzungen der Person und sehen Sie nach, was als Nächstes verbunden wird.',
  },
  securityEventExportBehind: {
    name: 'Sicherheitsereignisse verlassen die Installation nicht',
    text: 'Der Empfänger aus PROBATA_SECURITY_LOG nimmt keine an. Sie bleiben aufbewahrt und werden gesendet, sobald er wieder da ist; prüfen Sie Adresse, Zertifikat und Platte.',
  },
  auditWordsErased: {
    name: 'Worte des Prüfprotokolls wurden gelöscht',
    text: 'Jemand hat Worte aus einer Zeile des Prüfprotokolls genommen, für immer. Das Protokoll sagt, wer, welche und warum; fragen Sie nach, wenn niemand davon weiß.',
  },
  ledgerRowAltered: {
    name: 'Das Prüfprotokoll wurde verändert',
    text: 'Jemand hat am Programm vorbei Zeilen geändert, entfernt oder eingeschoben. Die Prüfung des Registers nennt sie; lassen Sie die Datenbank, wie sie ist, und finden Sie heraus, wer in sie schreiben kann.',
  },
  malwareFound: {
    name: 'Schadsoftware in einer hochgeladenen Datei',
    text: 'Von der Datei wurde nichts gespeichert. Das Ereignis nennt den Fund und, wenn eine Person sie geschickt hat, wer es war. Fragen Sie, woher die Datei kommt.',
  },
  malwareNotExamined: {
    name: 'Eine hochgeladene Datei wurde nicht geprüft',
    text: 'Die Datei ist zu groß, zu tief gepackt oder verschlüsselt, sodass der Scanner sie nicht ganz ansehen konnte. Gespeichert wurde nichts. Erhöhen Sie die Grenzen des Scanners oder bitten Sie um eine Datei, die er lesen kann.',
  },
  malwareScannerUnavailable: {
    name: 'Der Virenscanner ist nicht erreichbar',
    text: 'Bis er wieder antwortet, wird jeder Upload mit 503 beantwortet und nichts gespeichert. Prüfen Sie, ob clamd läuft; `probata doctor` nennt die Ursache.',
  },
  exportBlobMissing: {
    name: 'Eine Datei eines Exports fehlt',
    text: 'Ein Beweisbündel braucht eine gespeicherte Datei, die nicht da ist. Der Export ist fehlgeschlagen, nichts davon wird ausgeliefert. Wer die Installation betreibt, stellt die Datei wieder her; fordern Sie den Export dann noch einmal an.',
  },
  exportBlobAltered: {
    name: 'Eine Datei eines Exports wurde verändert',
    text: 'Eine gespeicherte Datei eines Beweisbündels ist nicht die, die angenommen wurde. Der Export ist fehlgeschlagen, nichts davon wird ausgeliefert. Wer die Installation betreibt, stellt die Datei wieder her und findet heraus, wer sie verändert hat.',
  },
  ledgerNotPublished: {
    name: 'Ein Ort außerhalb nimmt keine Prüfpunkte an',
    text: 'Seit zwei Stunden hat ein Ort außerhalb keine Prüfpunkte des Registers angenommen. Bis dahin beweist er nichts von dem, was später kam. Wer die Installation betreibt, sieht nach dem Ort und ins Log.',
  },
  ledgerKeyUnreadable: {
    name: 'Ein Schlüssel des Registers lässt sich nicht öffnen',
    text: 'Der Schlüssel, der Prüfpunkte oder Bündel signiert, lässt sich mit dem Hauptschlüssel dieser Installation nicht öffnen. Zeilen werden weiter versiegelt, signiert wird nichts. Wer die Installation betreibt, stellt den Hauptschlüssel wieder her oder beginnt eine neue Generation des Registers.',
  },
  ledgerRestored: {
    name: 'Die Datenbank kam aus einer Sicherung',
    text: 'Eine Sicherung wurde eingespielt, oder die Datenbank zog auf einen anderen Server um. Zeilen, die dem Register fehlen, werden neu versiegelt. Es ist nichts zu tun, wenn es jemand von Ihnen war.',
  },
  ledgerBehindCheckpoint: {
    name: 'Das Register liegt hinter seinen eigenen Prüfpunkten',
    text: 'Ein Prüfpunkt, den ein Ort außerhalb aufbewahrt, gehört nicht zu diesem Register: Eine ältere Sicherung wurde eingespielt, oder seine Geschichte wurde geändert. Es wird nichts mehr versiegelt. Finden Sie heraus, was zutrifft; beginnen Sie dann mit `probata ledger continue` eine neue Generation.',
  },
}
