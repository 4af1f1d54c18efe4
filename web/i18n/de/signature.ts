import type { signature as english } from '#web/i18n/en/signature.ts'
import type { Texts } from '#web/i18n/texts.ts'

export const signature = {
  title: 'Signatur prüfen',
  description:
    'Zeigt den signierten Text und was an einer Signatur nicht stimmt. Berechnet wird in diesem Browser: Ihre Eingaben werden nicht gesendet.',
  recorded: 'Ausgefüllt mit der aufgezeichneten Zustellung',
  scheme: 'Signatur',
  secret: 'Signaturgeheimnis',
  secretHint: 'Bleibt auf dieser Seite und wird beim Verlassen gelöscht.',
  body: 'Inhalt',
  bodyHint: 'Der Inhalt genau wie empfangen, nicht neu formatiert.',
  signed: 'Signierter Text',
  bytes_one: '{{count}} Byte',
  bytes_other: '{{count}} Bytes',
  key: {
    service: 'Schlüssel: das ganze Geheimnis als UTF-8, mit whsec_',
    standard: 'Schlüssel: base64 nach whsec_, dekodiert',
  },
  signatures: 'Signaturen',
  expected: 'Aus diesen Werten berechnet',
  given: 'In {{header}}',
  equal: 'gleich',
  other: 'weicht ab',
  waiting: 'Noch nichts zu vergleichen',
  waitingText: 'Geben Sie Geheimnis, Zeitstempel, Inhalt und die Kopfzeile mit der Signatur ein.',
  fits: 'Die Signatur passt',
  fitsText: 'Geheimnis, Zeitstempel und Inhalt stimmen mit der Signatur überein.',
  fitsNew: 'Sie passt zur ersten von mehreren Signaturen: Dies ist das neueste Geheimnis, der Wechsel läuft noch.',
  fitsOld:
    'Sie passt zu einer späteren von mehreren Signaturen: Dies ist das Geheimnis vor dem Wechsel, 60 Sekunden lang gültig.',
  differs: 'Die Signatur passt nicht',
  old_one: 'Signiert mit {{count}} Minute Abstand zu jetzt',
  old_other: 'Signiert mit {{count}} Minuten Abstand zu jetzt',
  oldText: 'Der Zeitstempel ist älter als 5 Minuten: Ein Empfänger muss ihn ablehnen, auch wenn die Signatur passt.',
  oldRecorded:
    'Beim Senden war der Zeitstempel aktuell. Jetzt müsste ein Empfänger ihn ablehnen: Wiederholen Sie die Zustellung für einen neuen.',
  ahead: 'Der Zeitstempel liegt mehr als 5 Minuten voraus: Eine der Uhren geht falsch.',
  fault: {
    noSignature: '{{header}} enthält keine Signatur der Version 1 (v1). Kopieren Sie den ganzen Wert.',
    missingPrefix: 'Dem Geheimnis fehlt whsec_ am Anfang: Geben Sie es genau so ein, wie es angezeigt wurde.',
    secretSpace:
      'Das Geheimnis endet mit einem Leerzeichen oder Zeilenumbruch, oft aus der Datei, aus der es gelesen wurde.',
    notBase64: 'Was auf whsec_ folgt, ist kein base64: Das Geheimnis wurde gekürzt oder verändert.',
    bodyRewritten:
      'Der Inhalt wurde neu formatiert, oder seine Zeilenenden wurden verändert. Verwenden Sie ihn genau wie empfangen.',
    timestampRewritten:
      'Der Zeitstempel hat eine andere Schreibweise. Übernehmen Sie den Wert der Kopfzeile unverändert.',
    timestampOther: 'Zeitstempel und Signatur stammen von verschiedenen Versuchen: t= nennt eine andere Sekunde.',
    timestampUnreadable: 'Der Zeitstempel ist kein Zeitpunkt. Übernehmen Sie den Wert der Kopfzeile unverändert.',
    wrongSecret:
      'Das Geheimnis ist ein anderes: Zeitstempel, Inhalt und Kopfzeile stimmen. Wurde es seither gewechselt?',
    somethingElse:
      'Das Geheimnis ist ein anderes, oder Inhalt oder Zeitstempel gehören zu einer anderen Zustellung. Prüfen Sie zuerst das Geheimnis: Wurde es gewechselt?',
  },
  code: 'Dasselbe als Code',
  codeText: 'Mit diesen Werten; das Geheimnis wird aus SIGNING_SECRET gelesen.',
  codeComments: {
    received: 'beim Empfänger: der Inhalt genau wie empfangen',
    again: 'Dieselbe Anfrage noch einmal an Ihren Empfänger senden',
  },
  docs: 'Alle Ereignisarten stehen in der Referenz.',
} satisfies Texts<typeof english>
