import type { settings as english } from '#web/i18n/en/settings.ts'
import type { Texts } from '#web/i18n/texts.ts'

/** The texts of the settings page. */
export const settings = {
  identity: 'Name und Logo',
  name: 'Name',
  nameText: 'Erscheint auf Seiten, in Berichten und in Exporten.',
  logo: 'Logo',
  changeLogo: 'Logo ändern',
  logoFile: 'PNG, höchstens 64 KB und 2.048 × 2.048 Pixel',
  removeLogo: 'Logo entfernen',
  tooLarge: 'Die Datei ist größer als 64 KB.',
  chooseLogo: 'PNG auswählen',
  ledger: 'Register',
  ledgerPublic: 'Alle dürfen Prüfpunkte, Schlüssel und Kacheln des Registers lesen',
  ledgerPublicText:
    'Der Zugriff braucht kein Konto; die Adresse steht in der ersten Zeile jedes Prüfpunkts. Lesbar sind nur Prüfsummen und Signaturen, keine Inhalte.',
  public: 'öffentlich',
  notPublic: 'nicht öffentlich',
  mail: 'Mail und Chat',
  mailNamesRecords: 'Mails und Chatnachrichten nennen Datensätze',
  mailNamesRecordsText:
    'Mit Titel, Schlüssel, Fälligkeit und Link. Sonst sagen sie nur, wie viel überfällig ist, fällig wird oder wartet.',
  named: 'nennen Datensätze',
  notNamed: 'nennen nur Anzahlen',
  title: 'Einstellungen des Arbeitsbereichs',
  description: 'Regeln, die für diesen Arbeitsbereich gelten.',
  rules: 'Regeln',
  change: 'Einstellungen ändern',
  submit: 'Speichern',
  selfDecision: 'Entscheidung über eigene Arbeit',
  allowed:
    'Erlaubt: Personen dürfen über das entscheiden, woran sie mitgewirkt haben; jede solche Entscheidung wird gekennzeichnet.',
  notAllowed: 'Nicht erlaubt: Niemand entscheidet über die eigene Arbeit.',
  allow: 'Entscheidung über eigene Arbeit erlauben',
  allowText:
    'Für einen Arbeitsbereich mit zu wenigen Personen. Jede solche Entscheidung wird dauerhaft gekennzeichnet: an der Entscheidung, im Verlauf und im Protokoll.',
  secondPerson: 'Zweite Person',
  needed:
    'Erforderlich: um eine Feststellung zu schließen, eine Ausnahme in Kraft zu setzen, einen Abschnitt auszuschließen und eine Maßnahme außer Kraft zu setzen oder ihre Verknüpfung zu entfernen.',
  notNeeded: 'Nicht erforderlich.',
  second: 'Zweite Person verlangen',
  secondText:
    'Wer eine Feststellung gemeldet hat, für sie verantwortlich ist oder Schweregrad oder Frist geändert hat, kann sie nicht schließen. Eine andere Person muss bestätigen, dass eine Ausnahme in Kraft tritt, ein Abschnitt nicht anwendbar ist, eine Maßnahme außer Kraft tritt oder ihre Verknüpfung entfernt wird.',
  offTitle: 'Hier genügt eine Person',
  offText:
    'Neue Arbeitsbereiche verlangen eine zweite Person, um Feststellungen zu schließen, Ausnahmen in Kraft zu setzen, Abschnitte auszuschließen und Maßnahmen außer Kraft zu setzen oder ihre Verknüpfung zu entfernen. In diesem Arbeitsbereich genügt eine Person.',
  timeZone: 'Zeitzone',
  holidayPlace: 'Feiertage von',
  holidayPlaceText: 'Fristen von Zeitplänen verschieben sich bei Feiertagen dieses Landes, Landesteils oder Orts.',
  noHolidayPlace: 'nicht festgelegt',
  timeZoneText: 'Nach ihr zählen die Tage bis zur Fälligkeit und die Tage seit Fristablauf. Beispiel: Europe/Berlin.',
} satisfies Texts<typeof english>
