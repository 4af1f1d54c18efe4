/** Sentences about the records of a workspace. */
export const recordSentences = {
  assessment: {
    assessor_required: 'Eine laufende Bewertung muss von jemandem geführt werden.',
    assessor_required_to_start: 'Benennen Sie zuerst, wer die Bewertung führt.',
    assessor_role:
      'Die Bewertung führt eine aktive Person der Administration, mit der Rolle für Freigaben oder mit der Rolle für Beiträge.',
    key_taken: 'Eine Bewertung mit diesem assessmentKey gibt es im Arbeitsbereich schon.',
    move_not_possible: 'Dieser Schritt ist beim jetzigen Status der Bewertung nicht möglich.',
    mover: 'Das können nur die führende Person, zugewiesene Personen oder die Administration.',
    no_answers: 'Die Bewertung hat keine Antworten; beantworten Sie zuerst ihre Abschnitte.',
    not_assigned: 'Nur wer die Bewertung führt oder zugewiesen ist, kann Abschnitte beantworten.',
    not_completed:
      'Die Bewertung ist nicht abgeschlossen, ihre Ergebnisse können sich noch ändern; schließen Sie sie zuerst ab.',
    note_required: 'Dieses Ergebnis braucht eine erklärende Anmerkung.',
    own: 'Jemand anderes muss diese Bewertung abschließen: Wer darin geantwortet, sie geführt oder einen Gast eingeladen hat oder selbst Gast ist, darf es nicht (Vier-Augen-Prinzip).',
    period: 'Der Zeitraum darf nicht enden, bevor er beginnt.',
    status: 'Das ist beim jetzigen Status der Bewertung nicht möglich.',
    unanswered: 'Beantworten Sie zuerst diese Abschnitte: {{clauses}}.',
  },
  audit: {
    detail_of_decision:
      'Die Einzelheit kennzeichnet eine Entscheidung oder eine Einstellung des Arbeitsbereichs und kann nicht gelöscht werden.',
    field_erased: 'Das Feld {{field}} wurde schon gelöscht.',
    field_not_erasable: 'Das Feld {{field}} dieser Zeile kann nicht gelöscht werden.',
    not_sealed_yet: 'Die Zeile ist noch nicht versiegelt; versuchen Sie es noch einmal.',
    row_differs: 'Die Zeile weicht von der versiegelten ab; es wird nichts darin gelöscht.',
    row_of_ledger: 'Eine Zeile, die eine Löschung oder den Beginn des Registers festhält, kann nicht geändert werden.',
  },
  calendar: {
    feed_limit: 'Sie haben schon {{most}} Kalenderabos; widerrufen Sie zuerst eines.',
    too_many_requests: 'Zu viele Anfragen nach Kalendern; warten Sie eine Minute.',
  },
  campaign: {
    asks_no_one: 'Es würde niemand gefragt; wählen Sie andere Rollen oder Personen.',
    changed_meanwhile:
      'Personen oder Termin haben sich geändert, während die Kampagne oder Runde endete; es wird erneut versucht.',
    does_not_ask_you: 'Sie werden hier nicht gefragt.',
    ended: 'Die Kampagne oder Runde läuft nicht mehr.',
    limit: 'Es laufen schon {{most}} zugleich; mehr sind nicht möglich.',
    list_too_slow: 'Das Ablegen der Liste hat zu lange gedauert; es wird erneut versucht.',
    not_running: 'Das ist nur möglich, solange die Kampagne oder Runde läuft.',
    owner_required: 'Verantwortlich muss eine Person des Arbeitsbereichs sein, die sich anmelden kann.',
    past_due: 'Der Termin der Kampagne oder Runde ist vorbei.',
    person_not_possible:
      'Eine benannte Person kann sich nicht anmelden, hat eine andere Rolle oder sieht den Gegenstand nicht; lassen Sie sie weg.',
    requirement_about_other:
      'Die Anforderung betrifft etwas anderes ({{moduleKey}}, {{resourceType}} wird gebraucht); wählen Sie eine andere.',
    requirement_not_active: 'Die Kampagne oder Runde braucht eine aktive Anforderung.',
    requirement_of_other_unit:
      'Die Anforderung gehört zu einer anderen Einheit, deren Mitglieder sehen würden, wer geantwortet hat; wählen Sie eine andere.',
    running: 'Eine Kampagne oder Runde läuft noch; lassen Sie sie enden, oder brechen Sie sie ab.',
    too_many_people: 'Es können höchstens {{mostPeople}} Personen gefragt werden; starten Sie mehrere.',
  },
  claim: {
    changed:
      'Der Beleg oder seine Anhänge haben sich geändert, seit Sie ihn gelesen haben; lesen Sie ihn neu und entscheiden Sie dann.',
    files_need_submitted: 'Dateien können nur angehängt werden, solange der Beleg eingereicht ist.',
    key_taken: 'Einen Beleg mit diesem claimKey gibt es im Arbeitsbereich schon.',
    not_assignable: 'Nur ein eingereichter Beleg kann anders zugewiesen werden.',
    not_submitted: 'Nur über einen eingereichten Beleg kann entschieden werden.',
    own: 'Jemand anderes muss über diesen Beleg entscheiden: Wer ihn erfasst oder etwas angehängt hat oder für das Dienstkonto verantwortlich ist, das es tat, darf es nicht (Vier-Augen-Prinzip).',
    requirement_not_active: 'Ein Beleg braucht eine aktive Anforderung.',
    reviewer_made_it:
      'Der Beleg kann dieser Person nicht zugewiesen werden: Wer ihn erfasst oder etwas angehängt hat oder für das Dienstkonto verantwortlich ist, das es tat, darf nicht über ihn entscheiden (Vier-Augen-Prinzip).',
    reviewer_role:
      'Über den Beleg muss eine aktive Person der Administration oder mit der Rolle für Freigaben entscheiden.',
    source_of_campaign:
      'Nur der Beleg, den eine Kampagne oder Runde dieses Arbeitsbereichs an ihrem Ende anlegt, kann sie als Quelle oder in seinem Schlüssel nennen.',
  },
  clause: {
    already_not_applicable: 'Der Abschnitt ist aus diesem Grund schon nicht anwendbar.',
    control_already_answers: 'Die Maßnahme beantwortet diesen Abschnitt schon.',
    control_limit: 'Höchstens {{maxLinks}} Maßnahmen können einen Abschnitt beantworten.',
    justification_required: 'Ein Abschnitt, der nicht anwendbar ist, braucht eine Begründung.',
    not_answerable: 'Der Abschnitt wurde zurückgezogen oder ist eine Überschrift und kann nicht beantwortet werden.',
    not_assessable: 'Maßnahmen können nur einen aktiven, bewertbaren Abschnitt beantworten.',
    withdrawal_needs_second_person:
      'Anwendbare Abschnitte zurückzuziehen braucht eine zweite Person: Beantragen Sie zuerst, dass sie nicht anwendbar sind ({{count}}: {{clauses}}).',
  },
  control: {
    clause_limit: 'Eine Maßnahme kann höchstens {{maxLinks}} Abschnitte beantworten.',
    created_meanwhile:
      'Eine Maßnahme mit einem dieser Schlüssel wurde inzwischen angelegt; importieren Sie noch einmal.',
    key_taken: 'Eine Maßnahme mit diesem controlKey gibt es im Arbeitsbereich schon.',
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
      '{{preparing}} Exporte werden vorbereitet oder warten; versuchen Sie es wieder, wenn einer bereitliegt.',
    too_many_ready:
      '{{ready}} Exporte liegen bereit. Brechen Sie einen ab, der nicht gebraucht wird, oder warten Sie, bis einer abläuft.',
  },
  finding: {
    claim_already_linked: 'Der Beleg ist mit der Feststellung schon verknüpft.',
    claim_not_accepted: 'Eine Feststellung wird nur mit einem angenommenen Beleg erledigt.',
    move_not_possible: 'Dieser Schritt ist beim jetzigen Status der Feststellung nicht möglich.',
    no_proof: 'Die Feststellung hat keinen angenommenen Beleg; verknüpfen Sie einen, um sie zu erledigen.',
    own_proof:
      'Jemand anderes muss diese Feststellung erledigen, oder mit einem anderen Beleg: Mit einem eigenen Beleg geht es nicht (Vier-Augen-Prinzip).',
    own_remediation:
      'Jemand anderes muss diese Feststellung schließen: Wer sie behoben hat oder für das Dienstkonto verantwortlich ist, das es tat, darf es nicht (Vier-Augen-Prinzip).',
    own_report:
      'Jemand anderes muss diese Feststellung schließen: Wer sie gemeldet hat, für sie verantwortlich war oder Schweregrad oder Frist geändert hat, darf es nicht, auch nicht, wer für diese Person handeln könnte (Vier-Augen-Prinzip).',
    proof_limit: 'Eine Feststellung hat höchstens {{maxProof}} Belege.',
    proof_needs_open: 'Öffnen Sie die Feststellung wieder, um ihre Belege zu ändern.',
    source_not_allowed:
      'Dieses Dienstkonto darf nur Feststellungen von {{sources}} melden, genannt als sourceModuleKey.',
  },
  framework: {
    clause_limit: 'Ein Regelwerk hat höchstens {{maxClauses}} Abschnitte, zurückgezogene eingeschlossen.',
    key_taken: 'Ein Regelwerk mit diesem frameworkKey gibt es im Arbeitsbereich schon.',
    retired_for_clauses: 'Das Regelwerk ist außer Kraft; Abschnitte können nicht importiert werden.',
    retired_for_mappings: 'Das Regelwerk ist außer Kraft; Zuordnungen können nicht importiert werden.',
  },
  mapping: {
    added_meanwhile: 'Eine dieser Verknüpfungen wurde inzwischen hinzugefügt; importieren Sie noch einmal.',
    too_many_links:
      'Die Zuordnung fügt {{count}} Verknüpfungen hinzu; ein Import höchstens {{maxAdded}}. Senden Sie weniger auf einmal.',
  },
  package: {
    claim_already_added: 'Das Paket enthält diesen Beleg schon.',
    claim_limit: 'Ein Paket enthält höchstens {{maxContents}} Belege.',
    event_key_used: 'Dieser sourceEventKey wurde schon für {{first}} benutzt.',
    event_not_valid: 'Das ist beim jetzigen Status des Pakets nicht möglich.',
    frozen: 'Das kann an dem Paket nicht mehr geändert werden.',
    key_taken: 'Die Anforderung hat schon ein Paket mit diesem packageKey.',
    not_returnable: 'Nur ein geprüftes oder freigegebenes Paket kann zurückgegeben werden.',
    own: 'Jemand anderes muss das tun: Wer das Paket angelegt oder geändert hat, darf es nicht (Vier-Augen-Prinzip).',
    own_review: 'Jemand anderes muss das Paket freigeben: Wer es geprüft hat, darf es nicht (Vier-Augen-Prinzip).',
    requirement_not_active: 'Ein Paket braucht eine aktive Anforderung.',
    return_first: 'Geben Sie das Paket zuerst als Entwurf zurück, damit es nach der Änderung neu geprüft wird.',
  },
  policy: {
    campaign_needs_current_version: 'Eine Kampagne braucht die geltende Version einer aktiven Richtlinie.',
    key_taken: 'Eine Richtlinie mit diesem policyKey gibt es im Arbeitsbereich schon.',
    not_read: 'Öffnen und lesen Sie zuerst die Datei der Version.',
    own_version:
      'Jemand anderes muss diese Version veröffentlichen: Wer sie angekündigt oder ihre Datei hochgeladen hat, darf es nicht (Vier-Augen-Prinzip).',
    retired: 'Die Richtlinie ist außer Kraft und kann nicht mehr geändert werden.',
    version_unpublished:
      'Die Richtlinie hat schon eine unveröffentlichte Version; veröffentlichen Sie diese zuerst, oder ziehen Sie sie zurück.',
  },
  questionnaire: {
    already_submitted: 'Sie haben Ihre Antworten abgegeben; sie können nicht mehr geändert werden.',
    answered_elsewhere:
      'Sie beantworten diese Runde in einem anderen Fenster; laden Sie neu und versuchen Sie es noch einmal.',
    key_taken: 'Einen Fragebogen mit diesem questionnaireKey gibt es im Arbeitsbereich schon.',
    no_decider_left:
      'Niemand bliebe übrig, um über den Beleg zu entscheiden: Wer die Runde startet oder darin antwortet, darf es nicht. Lassen Sie jemanden aus der Administration oder mit der Rolle für Freigaben weg.',
    own_version:
      'Jemand anderes muss diese Version veröffentlichen: Wer ihre Fragen geschrieben hat, darf es nicht (Vier-Augen-Prinzip).',
    retired: 'Der Fragebogen ist außer Kraft und kann nicht mehr geändert werden.',
    round_needs_current_version: 'Eine Runde braucht die geltende Version eines aktiven Fragebogens.',
    version_unpublished:
      'Der Fragebogen hat schon eine unveröffentlichte Version; veröffentlichen Sie diese zuerst, oder ziehen Sie sie zurück.',
  },
  register: {
    agreed_by_second_person:
      'Das kann nicht geändert werden, weil eine zweite Person zugestimmt hat; setzen Sie zuerst den Status zurück (Vier-Augen-Prinzip).',
    key_taken: '{{key}} ist im Arbeitsbereich schon vergeben.',
  },
  requirement: {
    key_taken: 'Eine Anforderung mit diesem requirementKey gibt es im Arbeitsbereich schon.',
  },
  risk: {
    closed: 'Das Risiko kann in diesem Status nicht geändert werden; öffnen Sie es zuerst wieder.',
    control_already_linked: 'Das Risiko hat diese Maßnahme schon.',
    control_limit: 'Ein Risiko hat höchstens {{maxControls}} Maßnahmen.',
    fields_missing: 'In diesem Status braucht das Risiko noch Angaben: {{fields}}.',
    key_taken: 'Ein Risiko mit diesem riskKey gibt es im Arbeitsbereich schon.',
    not_treated: 'Nur ein behandeltes Risiko kann akzeptiert werden.',
    own: 'Jemand anderes muss dieses Risiko akzeptieren: Wer verantwortlich war oder es geändert hat, darf es nicht (Vier-Augen-Prinzip).',
  },
  room: {
    already_open: 'Die Bewertung hat schon einen offenen Prüfraum.',
    bundle_already_preparing: 'Ein Bündel des Prüfraums wird schon vorbereitet.',
    bundle_preparing: 'Das Bündel wird vorbereitet.',
    changed: 'Der Inhalt des Prüfraums hat sich inzwischen geändert; sehen Sie ihn noch einmal durch.',
    claim_changed:
      'Der Beleg hat sich geändert, seit Sie ihn geöffnet haben; öffnen Sie ihn noch einmal, bevor Sie ihn bewerten.',
    claim_limit: 'Ein Prüfraum zeigt höchstens {{maxClaims}} Belege.',
    claim_not_opened: 'Öffnen Sie den Beleg, bevor Sie ihn bewerten.',
    concluded: 'Die Prüfung ist abgeschlossen, ihr Raum kann nicht mehr geändert werden.',
    entry_answered: 'Die Anmerkung oder Anfrage wurde schon beantwortet.',
    entry_limit: 'Ein Prüfraum hat höchstens {{maxEntries}} Anmerkungen und Anfragen.',
    guest_is_invited:
      'Eine Person mit dieser E-Mail-Adresse ist in den Arbeitsbereich eingeladen; laden Sie eine andere Adresse ein.',
    guest_is_person: 'Eine Person des Arbeitsbereichs hat diese E-Mail-Adresse; laden Sie eine andere Adresse ein.',
    guest_limit: 'Ein Prüfraum hat höchstens {{maxGuests}} Gäste, widerrufene eingeschlossen.',
    link_already_revoked: 'Der Link wurde schon widerrufen.',
    link_invalid: 'Der Link ist unbekannt, abgelaufen oder widerrufen; fragen Sie die Person, die Sie eingeladen hat.',
    link_required: 'Öffnen Sie den Link, der Ihnen geschickt wurde.',
    none_open: 'Die Bewertung hat keinen offenen Prüfraum.',
    none_open_for_bundle: 'Die Bewertung hat keinen offenen Prüfraum.',
    not_external: 'Nur eine externe Bewertung kann einen Prüfraum haben; kennzeichnen Sie sie zuerst als extern.',
    note_required: 'Eine Frage oder Ablehnung braucht eine erklärende Anmerkung.',
    too_many_claims_chosen: 'Ein Prüfraum zeigt höchstens {{maxClaims}} Belege; dies sind {{count}}.',
    too_many_downloads: 'Zu viele Downloads; warten Sie einen Augenblick.',
    too_many_files: 'Es wurden zu viele Dateien geöffnet; warten Sie einen Augenblick.',
  },
  scan: {
    abandoned:
      'Der Scan {{scanKey}} begann vor mehr als einem Tag und wurde aufgegeben. Senden Sie ihn neu, mit einer neuen scanId.',
    other_parts: 'Der Scan {{scanKey}} hat {{known}} Teile; dieser Aufruf nennt {{parts}}.',
    part_differs:
      'Teil {{part}} des Scans {{scanKey}} kam schon mit anderen Feststellungen an. Benutzen Sie eine neue scanId.',
  },
  version: {
    status: 'Das ist beim jetzigen Status der Version nicht möglich.',
  },
}
