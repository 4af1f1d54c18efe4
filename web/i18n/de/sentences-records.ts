/** Sentences about the records of a workspace. */
export const recordSentences = {
  assessment: {
    assessor_required: 'Eine laufende Bewertung braucht eine bewertende Person; geben Sie eine andere an.',
    assessor_required_to_start: 'Legen Sie fest, wer bewertet, bevor Sie die Bewertung beginnen.',
    assessor_role: 'Die bewertende Person muss aktiv sein und die Rolle Administration, Freigabe oder Zuarbeit haben.',
    key_taken: 'Eine Bewertung mit diesem Schlüssel gibt es im Arbeitsbereich schon; wählen Sie einen anderen.',
    move_not_possible: 'Beim jetzigen Status der Bewertung ist das nicht möglich; laden Sie die Seite neu.',
    mover:
      'Nur die bewertende Person, zugewiesene Personen und die Administration können die Bewertung beginnen oder zur Freigabe vorlegen.',
    no_answers: 'Die Bewertung enthält keine Antworten; beantworten Sie zuerst ihre Abschnitte.',
    not_assigned:
      'Nur die bewertende Person und zugewiesene Personen können Abschnitte beantworten; lassen Sie sich zuweisen.',
    not_completed:
      'Die Bewertung ist noch nicht abgeschlossen, ihre Ergebnisse können sich also noch ändern; schließen Sie sie zuerst ab.',
    note_required: 'Dieses Ergebnis braucht eine erklärende Anmerkung.',
    own: 'Jemand anderes muss diese Bewertung abschließen (Vier-Augen-Prinzip). Wer darin geantwortet hat, die bewertende Person war, einen Gast eingeladen hat oder selbst Gast ist, darf es nicht.',
    period: 'Der Zeitraum darf nicht enden, bevor er beginnt.',
    status: 'Beim jetzigen Status der Bewertung ist das nicht möglich; laden Sie die Seite neu.',
    unanswered: 'Beantworten Sie zuerst diese Abschnitte: {{clauses}}.',
  },
  audit: {
    detail_of_decision:
      'Die Einzelheit kennzeichnet eine Entscheidung oder eine Einstellung des Arbeitsbereichs; deshalb kann sie nicht gelöscht werden.',
    field_erased: 'Das Feld {{field}} wurde schon gelöscht.',
    field_not_erasable: 'Das Feld {{field}} dieser Zeile kann nicht gelöscht werden.',
    not_sealed_yet:
      'Die Zeile ist noch nicht versiegelt, deshalb können ihre Felder noch nicht gelöscht werden; versuchen Sie es in einigen Sekunden noch einmal.',
    row_differs:
      'Die Zeile weicht von der versiegelten ab; deshalb können ihre Felder nicht gelöscht werden. Prüfen Sie das Register.',
    row_of_ledger: 'Eine Zeile, die eine Löschung oder den Beginn des Registers festhält, kann nicht geändert werden.',
  },
  campaign: {
    asks_no_one: 'Es würde niemand gefragt; wählen Sie weitere Rollen oder Personen.',
    changed_meanwhile:
      'Personen oder Termin haben sich geändert, während die Kampagne oder Runde endete; der Server versucht es erneut.',
    does_not_ask_you: 'Diese Kampagne oder Runde richtet sich nicht an Sie.',
    ended: 'Die Kampagne oder Runde läuft nicht mehr.',
    limit: 'Es laufen schon {{most}} Kampagnen oder Runden dazu; warten Sie, bis eine endet, oder brechen Sie eine ab.',
    list_too_slow: 'Das Ablegen der Liste hat zu lange gedauert; der Server versucht es erneut.',
    not_running: 'Das ist nur möglich, solange die Kampagne oder Runde läuft.',
    owner_required: 'Die verantwortliche Person muss zum Arbeitsbereich gehören und sich anmelden können.',
    past_due: 'Der Termin der Kampagne oder Runde ist vorbei; eine Antwort oder Bestätigung ist nicht mehr möglich.',
    person_not_possible:
      'Eine genannte Person kann sich nicht anmelden, hat eine andere Rolle oder sieht die Richtlinie oder den Fragebogen nicht; lassen Sie sie weg.',
    requirement_about_other:
      'Die Anforderung betrifft etwas anderes; wählen Sie eine für {{moduleKey}}, {{resourceType}}.',
    requirement_not_active: 'Die Kampagne oder Runde braucht eine aktive Anforderung.',
    requirement_of_other_unit:
      'Die Anforderung gehört zu einer anderen Einheit. Deren Mitglieder würden sehen, wer geantwortet oder bestätigt hat; wählen Sie eine andere Anforderung.',
    running: 'Eine Kampagne oder Runde läuft noch; warten Sie, bis sie endet, oder brechen Sie sie ab.',
    server_failed: 'Auf dem Server ist ein Fehler aufgetreten; die Ursache steht in seinem Log.',
    too_many_people:
      'Eine Kampagne oder Runde fragt höchstens {{mostPeople}} Personen; verteilen Sie die Personen auf mehrere.',
  },
  claim: {
    answer_empty: 'Schreiben Sie eine Antwort, oder hängen Sie zuerst eine Datei an.',
    approved_before:
      'Sie oder jemand, der an Ihrer Stelle handeln könnte, haben diesen Nachweis schon akzeptiert; die nächste Freigabe muss von jemand anderem kommen.',
    changed:
      'Der Nachweis oder seine Anlagen haben sich geändert, seit Sie ihn gelesen haben; lesen Sie ihn noch einmal, und entscheiden Sie dann.',
    files_need_submitted: 'Dateien können nur angehängt werden, solange der Nachweis eingereicht ist.',
    key_taken: 'Einen Nachweis mit diesem Schlüssel gibt es im Arbeitsbereich schon; wählen Sie einen anderen.',
    no_open_question: 'Zu diesem Nachweis ist keine Frage offen.',
    not_askable: 'Nur zu einem eingereichten Nachweis kann nachgefragt werden.',
    not_assignable: 'Nur ein eingereichter Nachweis kann jemand anderem zur Freigabe zugewiesen werden.',
    not_submitted: 'Nur über einen eingereichten Nachweis kann entschieden werden.',
    not_yours_to_answer:
      'Diese Frage beantwortet, wer den Nachweis eingereicht hat, die Administration oder jemand aus der Zuarbeit, nicht aber, wer sie gestellt hat.',
    own: 'Jemand anderes muss über diesen Nachweis entscheiden: Wer ihn erfasst oder etwas angehängt hat, darf es nicht (Vier-Augen-Prinzip). War es ein Dienstkonto, darf es auch nicht, wer dieses angelegt hat oder sein Geheimnis kennt.',
    question_of_other: 'Nur wer die Frage gestellt hat oder die Administration kann sie zurückziehen.',
    question_open:
      'Zu diesem Nachweis ist schon eine Frage offen; warten Sie auf die Antwort, oder lassen Sie die Frage zurückziehen.',
    requirement_not_active: 'Ein Nachweis braucht eine aktive Anforderung.',
    reviewer_of_other_unit:
      'Weisen Sie den Nachweis jemand anderem zu: Diese Person ist auf andere Einheiten beschränkt und sieht ihn nicht.',
    reviewer_approved_it:
      'Weisen Sie den Nachweis jemand anderem zu: Diese Person oder jemand, der an ihrer Stelle handeln könnte, hat ihn schon akzeptiert.',
    reviewer_made_it:
      'Weisen Sie den Nachweis jemand anderem zu: Wer ihn erfasst oder etwas angehängt hat, darf nicht über ihn entscheiden (Vier-Augen-Prinzip). War es ein Dienstkonto, darf es auch nicht, wer dieses angelegt hat oder sein Geheimnis kennt.',
    reviewer_role: 'Für die Freigabe braucht es eine aktive Person mit der Rolle Freigabe oder Administration.',
    self_decided_before:
      'Eine Person, die mitgewirkt hat, hat diesen Nachweis schon akzeptiert; jetzt muss jemand zustimmen, der nicht mitgewirkt hat.',
    source_of_campaign:
      'Diese Quelle oder dieser Schlüssel ist dem Nachweis vorbehalten, den eine Kampagne oder Runde dieses Arbeitsbereichs an ihrem Ende anlegt; wählen Sie andere Angaben.',
    too_many_questions:
      'Zu diesem Nachweis gab es schon {{limit}} Fragen, mehr sind nicht möglich; akzeptieren Sie ihn, oder lehnen Sie ihn ab.',
  },
  clause: {
    already_not_applicable: 'Der Abschnitt ist mit dieser Begründung schon als nicht anwendbar eingetragen.',
    control_already_answers: 'Die Maßnahme erfüllt diesen Abschnitt schon.',
    control_limit: 'Höchstens {{maxLinks}} Maßnahmen können einen Abschnitt erfüllen.',
    justification_required: 'Ein Abschnitt, der nicht anwendbar ist, braucht eine Begründung.',
    not_answerable: 'Der Abschnitt wurde zurückgezogen oder ist eine Überschrift; er kann nicht beantwortet werden.',
    not_assessable: 'Maßnahmen können nur einen aktiven Abschnitt erfüllen, der bewertet wird.',
    withdrawal_needs_second_person:
      'Um anwendbare Abschnitte zurückzuziehen oder zu Überschriften zu machen, braucht es eine zweite Person. Beantragen Sie zuerst den Ausschluss dieser Abschnitte ({{count}}: {{clauses}}).',
  },
  comment: {
    deleted: 'Der Kommentar wurde schon gelöscht.',
    limit: 'Ein Datensatz kann höchstens {{maxComments}} Kommentare haben.',
    mention:
      '{{people}}: Erwähnung nicht möglich, weil die Person diesen Datensatz nicht sieht oder sich nicht anmelden kann. Entfernen Sie die Erwähnung, oder geben Sie ihr zuerst Zugang.',
    mention_limit: 'Ein Kommentar kann höchstens {{maxMentions}} Personen erwähnen.',
    not_author: 'Nur wer den Kommentar geschrieben hat, kann ihn ändern oder löschen.',
    window_over:
      'Ein Kommentar lässt sich nur {{minutes}} Minuten lang ändern oder löschen. Schreiben Sie einen weiteren, oder bitten Sie die Administration, ihn zu entfernen.',
  },
  control: {
    clause_limit: 'Eine Maßnahme kann höchstens {{maxLinks}} Abschnitte erfüllen.',
    created_meanwhile: 'Eine Maßnahme mit einem dieser Schlüssel wurde gerade angelegt; importieren Sie noch einmal.',
    requirement_already_linked: 'Die Maßnahme hat diese Anforderung schon.',
    requirement_limit: 'Eine Maßnahme hat höchstens {{maxLinks}} Anforderungen.',
    retired:
      'Die Maßnahme {{controlKey}} ist außer Kraft; setzen Sie sie wieder in Kraft, oder wählen Sie ein anderes Präfix.',
  },
  exception: {
    already_active: 'Die Ausnahme ist schon aktiv.',
  },
  export: {
    failed: 'Der Export ist fehlgeschlagen.',
    gone: 'Diesen Export gibt es nicht mehr; fordern Sie einen neuen an.',
    not_cancellable: 'Nur ein Export, der vorbereitet wird oder bereitliegt, kann abgebrochen werden.',
    preparing: 'Der Export wird vorbereitet: {{filesDone}} von {{filesTotal}} Dateien sind gelesen.',
    too_many_preparing:
      '{{preparing}} Exporte werden vorbereitet oder warten; versuchen Sie es wieder, sobald einer bereitliegt.',
    too_many_ready:
      '{{ready}} Exporte liegen bereit. Brechen Sie einen ab, der nicht gebraucht wird, oder warten Sie, bis einer abläuft.',
  },
  finding: {
    claim_already_linked: 'Der Nachweis ist mit der Feststellung schon verknüpft.',
    claim_not_accepted: 'Eine Feststellung lässt sich nur mit einem akzeptierten Nachweis erledigen.',
    move_not_possible: 'Beim jetzigen Status der Feststellung ist das nicht möglich; laden Sie die Seite neu.',
    no_proof: 'Die Feststellung hat keinen akzeptierten Nachweis; verknüpfen Sie einen, um sie zu erledigen.',
    own_proof:
      'Jemand anderes muss diese Feststellung erledigen, oder Sie wählen einen anderen Nachweis: Mit dem eigenen Nachweis darf niemand eine Feststellung erledigen (Vier-Augen-Prinzip).',
    own_remediation:
      'Jemand anderes muss diese Feststellung schließen: Wer sie behoben hat, darf es nicht (Vier-Augen-Prinzip). War es ein Dienstkonto, darf es auch nicht, wer dieses angelegt hat oder sein Geheimnis kennt.',
    own_report:
      'Jemand anderes muss diese Feststellung schließen (Vier-Augen-Prinzip). Wer sie gemeldet hat, für sie verantwortlich war oder Schweregrad oder Frist geändert hat, darf es nicht; ebenso wenig, wer als eine dieser Personen handeln könnte.',
    proof_limit: 'Eine Feststellung hat höchstens {{maxProof}} Nachweise.',
    proof_needs_open: 'Öffnen Sie die Feststellung wieder, um ihre Nachweise zu ändern.',
    source_not_allowed:
      'Dieses Dienstkonto darf nur Feststellungen dieser Quellen melden, genannt als sourceModuleKey: {{sources}}.',
  },
  framework: {
    clause_limit: 'Ein Regelwerk hat höchstens {{maxClauses}} Abschnitte, einschließlich zurückgezogener.',
    retired_for_clauses: 'Das Regelwerk ist außer Kraft; Abschnitte können nicht importiert werden.',
    retired_for_mappings: 'Das Regelwerk ist außer Kraft; Zuordnungen können nicht importiert werden.',
  },
  mapping: {
    added_meanwhile: 'Eine dieser Verknüpfungen wurde inzwischen hinzugefügt; importieren Sie noch einmal.',
    too_many_links:
      'Die Zuordnung würde {{count}} Verknüpfungen hinzufügen; ein Import fügt höchstens {{maxAdded}} hinzu. Senden Sie weniger Beziehungen auf einmal.',
  },
  notification: {
    mode: 'muss "off" oder "digest" sein, weil ein Programm Hunderte davon auf einmal auslösen kann',
  },
  policy: {
    campaign_needs_current_version: 'Eine Kampagne braucht die geltende Version einer aktiven Richtlinie.',
    not_read: 'Öffnen und lesen Sie zuerst die Datei der Version.',
    own_version:
      'Jemand anderes muss diese Version veröffentlichen: Wer sie angelegt oder ihre Datei hochgeladen hat, darf es nicht (Vier-Augen-Prinzip).',
    retired: 'Die Richtlinie ist außer Kraft und kann nicht mehr geändert werden.',
    version_unpublished:
      'Die Richtlinie hat schon eine unveröffentlichte Version; veröffentlichen Sie diese zuerst, oder ziehen Sie sie zurück.',
  },
  questionnaire: {
    already_submitted: 'Sie haben Ihre Antworten schon abgegeben; sie können nicht mehr geändert werden.',
    answered_elsewhere:
      'Sie beantworten diese Runde in einem anderen Fenster; laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    no_decider_left:
      'Niemand bliebe übrig, um über den Nachweis zu entscheiden: Wer die Runde startet oder darin antwortet, darf es nicht. Nehmen Sie jemanden mit der Rolle Administration oder Freigabe aus.',
    own_version:
      'Jemand anderes muss diese Version veröffentlichen: Wer ihre Fragen geschrieben hat, darf es nicht (Vier-Augen-Prinzip).',
    retired: 'Der Fragebogen ist außer Kraft und kann nicht mehr geändert werden.',
    round_needs_current_version: 'Eine Runde braucht die geltende Version eines aktiven Fragebogens.',
    version_unpublished:
      'Der Fragebogen hat schon eine unveröffentlichte Version; veröffentlichen Sie diese zuerst, oder ziehen Sie sie zurück.',
  },
  register: {
    agreed_by_second_person:
      'Eine aktive Ausnahme kann nicht geändert werden, weil eine zweite Person zugestimmt hat; setzen Sie zuerst ihren Status zurück (Vier-Augen-Prinzip).',
  },
  requirement: {
    key_taken: 'Eine Anforderung mit diesem Schlüssel gibt es im Arbeitsbereich schon; wählen Sie einen anderen.',
  },
  risk: {
    closed: 'Das Risiko kann in diesem Status nicht geändert werden; öffnen Sie es zuerst wieder.',
    control_already_linked: 'Das Risiko hat diese Maßnahme schon.',
    control_limit: 'Ein Risiko hat höchstens {{maxControls}} Maßnahmen.',
    fields_missing: 'In diesem Status braucht das Risiko noch Angaben: {{fields}}.',
    key_taken: 'Ein Risiko mit diesem Schlüssel gibt es im Arbeitsbereich schon; wählen Sie einen anderen.',
    not_treated: 'Nur ein behandeltes Risiko kann akzeptiert werden.',
    own: 'Jemand anderes muss dieses Risiko akzeptieren: Wer verantwortlich war oder es geändert hat, darf es nicht (Vier-Augen-Prinzip).',
  },
  room: {
    already_open: 'Die Bewertung hat schon einen offenen Prüfraum.',
    bundle_already_preparing: 'Für den Prüfraum wird schon ein Bündel vorbereitet.',
    bundle_preparing: 'Das Bündel wird vorbereitet.',
    changed: 'Der Inhalt des Prüfraums hat sich inzwischen geändert; sehen Sie ihn noch einmal durch.',
    claim_changed:
      'Der Eintrag hat sich geändert, seit Sie ihn geöffnet haben; öffnen Sie ihn noch einmal, bevor Sie Ihren Vermerk speichern.',
    claim_limit: 'Ein Prüfraum zeigt höchstens {{maxClaims}} Nachweise.',
    claim_not_opened: 'Öffnen Sie den Eintrag, bevor Sie Ihren Vermerk speichern.',
    concluded: 'Die Prüfung ist abgeschlossen; ihr Prüfraum kann nicht mehr geändert werden.',
    entry_answered: 'Die Anmerkung oder Anfrage wurde schon beantwortet; laden Sie die Seite neu.',
    entry_limit: 'Ein Prüfraum hat höchstens {{maxEntries}} Anmerkungen und Anfragen.',
    guest_is_invited:
      'Eine Person mit dieser E-Mail-Adresse ist in den Arbeitsbereich eingeladen; laden Sie eine andere Adresse ein.',
    guest_is_person: 'Eine Person des Arbeitsbereichs hat diese E-Mail-Adresse; laden Sie eine andere Adresse ein.',
    guest_limit: 'Ein Prüfraum hat höchstens {{maxGuests}} Gäste, einschließlich widerrufener.',
    link_already_revoked: 'Der Link wurde schon widerrufen.',
    link_invalid: 'Der Link ist unbekannt, abgelaufen oder widerrufen; fragen Sie die Person, die Sie eingeladen hat.',
    link_required: 'Öffnen Sie den Link, der Ihnen geschickt wurde.',
    none_open: 'Die Bewertung hat keinen offenen Prüfraum.',
    not_external: 'Nur eine externe Bewertung kann einen Prüfraum haben; kennzeichnen Sie sie zuerst als extern.',
    note_required: 'Eine Frage oder Ablehnung braucht eine erklärende Anmerkung.',
    too_many_claims_chosen: 'Ein Prüfraum zeigt höchstens {{maxClaims}} Nachweise; gewählt sind {{count}}.',
    too_many_downloads: 'Zu viele Downloads; warten Sie einen Augenblick.',
    too_many_files: 'Es wurden zu viele Dateien geöffnet; warten Sie einen Augenblick.',
  },
  saved_view: {
    limit: 'Sie haben schon {{most}} gespeicherte Ansichten; löschen Sie zuerst eine.',
    name_taken: 'Eine Ansicht dieser Liste heißt schon so; wählen Sie einen anderen Namen.',
    of_another: 'Eine geteilte Ansicht ändern nur, wer sie angelegt hat, und Administratoren.',
  },
  scan: {
    abandoned:
      'Der Scan {{scanKey}} begann vor mehr als einem Tag und wurde verworfen. Senden Sie ihn neu, mit einer neuen scanId.',
    other_parts: 'Der Scan {{scanKey}} hat {{known}} Teile; dieser Aufruf nennt {{parts}}.',
    part_differs:
      'Teil {{part}} des Scans {{scanKey}} kam schon mit anderen Feststellungen an. Verwenden Sie eine neue scanId.',
  },
  template: {
    created_meanwhile: 'Einer dieser Datensätze wurde soeben anderswo angelegt; wiederholen Sie die Anfrage.',
    framework_retired:
      'Das Regelwerk {{framework}} ist außer Kraft; setzen Sie es wieder in Kraft, oder legen Sie die Anforderungen ohne es an.',
    none_chosen: 'Wählen Sie mindestens eine Vorlage.',
  },
  version: {
    status: 'Beim jetzigen Status der Version ist das nicht möglich; laden Sie die Seite neu.',
  },
}
