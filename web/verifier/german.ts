import type { Facts } from '#client/verify/report.ts'
import type { Mark } from '#client/verify/time.ts'
import type { Words } from '#client/verify/words.ts'

const number = (value: number): string => value.toLocaleString('de')
const counted = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`

const kinds: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'ledger rows': 'Registerzeilen',
  attachments: 'Anhänge',
  records: 'Datensätze',
  reasons: 'Begründungen',
  contents: 'Inhalte von Datensätzen',
}
const reasons: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'outside the scope': 'außerhalb des Umfangs',
  erased: 'gelöscht',
  pruned: 'nach Fristablauf entfernt',
  withheld: 'zurückgehalten',
  'never uploaded': 'nie hochgeladen',
  'changed since': 'seither geändert',
  'not kept': 'nicht aufbewahrt',
  'without a row': 'ohne Zeile im Register',
}

const newest = ({ newest: last }: Facts['time']): string => {
  if (!last) return 'vor diesem Bündel wurde kein Prüfpunkt veröffentlicht'
  const holders = last.places.map(({ place, heldAt }) => `${place} seit ${heldAt}`).join(', ')
  return `neuester veröffentlichter Prüfpunkt: Größe ${number(last.size)}, ${holders ? `aufbewahrt von ${holders}` : 'ohne bekannten Aufbewahrungsort'}, laut Bündel`
}

const unjudged = 'den Aussteller prüft der Befehl mit --ca'

const kindsOfMarks: Readonly<Record<Mark['kind'], string>> = {
  'e-seal': 'elektronisches Siegel',
  'time-stamp': 'Zeitstempel',
  'time-stamp of a checkpoint': 'Zeitstempel eines Prüfpunkts',
}

const marksOf = ({ marks }: Facts['time']): string =>
  marks
    .map(({ kind, time, verdict }) => {
      const judgement = verdict === 'cannot tell' ? 'lässt sich nicht prüfen' : `über dieses Bündel; ${unjudged}`
      return `${kindsOfMarks[kind]}${time ? ` vom ${time}` : ''}: ${judgement}`
    })
    .join('; ') || 'weder elektronisches Siegel noch Zeitstempel'

export const german: Words = {
  results: {
    proven: 'Bewiesen: Nichts wurde verändert, und ein Schlüssel, den Sie genannt haben, hat es signiert.',
    altered: 'Verändert oder unvollständig.',
    'no bundle': 'Das ist kein Beweisbündel.',
    sound:
      'In sich stimmig, nicht bewiesen: Sie haben keinen Schlüssel genannt, und eine solche Datei kann jeder erstellen. Vergleichen Sie den Schlüssel unten mit einem, den Sie auf anderem Weg bekommen haben, und geben Sie ihn oben ein.',
    unjudged: 'In sich stimmig, nicht vollständig bewiesen: Nicht alle Siegel und Zeitstempel lassen sich prüfen.',
    'other checkpoint':
      'In sich stimmig, aber nicht mit allen Prüfpunkten verglichen, die Sie angegeben haben; siehe Register.',
  },
  sections: {
    container: 'Container',
    signature: 'Signatur',
    files: 'Dateien',
    ledger: 'Register',
    records: 'Datensätze',
    decisions: 'Entscheidungen',
    time: 'Zeit',
    'left out': 'Weggelassen',
  },
  states: {
    holds: 'stimmt',
    broken: 'STIMMT NICHT',
    unjudged: 'Aussteller nicht geprüft',
    absent: 'keine',
    'not checked': 'nicht geprüft',
  },
  agreements: {
    same: 'gehört zu dieser Geschichte',
    'other history': 'gehört zu einer anderen Geschichte',
    larger: 'ist neuer als das Bündel',
    between: 'liegt in Zeilen, die weggelassen sind, und ist nicht vergleichbar',
    'another ledger': 'gehört zu einem anderen Register',
  },
  lines: {
    container: ({ files, bytes }) => `${counted(files, 'Datei', 'Dateien')}, ${number(bytes)} Bytes, ohne Lücke`,
    signature: ({ id, origin, signer, isNamed }) =>
      `${id} von ${origin}, signiert mit ${isNamed ? 'einem Schlüssel, den Sie genannt haben' : 'einem Schlüssel, den Sie nicht genannt haben'}: ${signer}`,
    files: ({ files, sample }) =>
      `${counted(files, 'Datei stimmt', 'Dateien stimmen')} mit der Signatur überein${sample ? '; BEISPIELDATEN: Nichts in diesem Paket ist echt' : ''}`,
    ledger: facts =>
      [
        `${counted(facts.rowsShown, 'Zeile', 'Zeilen')} von ${number(facts.size)} gezeigt, Wurzel ${facts.root}`,
        `${counted(facts.published, 'veröffentlichter Prüfpunkt stimmt', 'veröffentlichte Prüfpunkte stimmen')} überein`,
        ...facts.held.map(({ size, agreement }) => `Ihr Prüfpunkt der Größe ${size} ${german.agreements[agreement]}`),
      ].join('; '),
    records: ({ records, attachments, asOf }) =>
      `${counted(records, 'Datensatz', 'Datensätze')} und ${counted(attachments, 'Anhang', 'Anhänge')}, wie das Register sagt${asOf === undefined ? '' : `, Stand ${asOf}`}`,
    decisions: ({ decisions }) => `${counted(decisions, 'Entscheidung', 'Entscheidungen')}, wie das Register sagt`,
    time: facts => `${newest(facts)}; ${marksOf(facts)}`,
    'left out': ({ items }) =>
      items
        .map(({ count, kind, reason }) => `${number(count)} ${kinds[kind] ?? kind} (${reasons[reason] ?? reason})`)
        .join(', ') || 'nichts',
  },
  sentences: {
    'end-altered': 'Das Ende der Datei fehlt oder ist verändert',
    'directory-altered': 'Das Verzeichnis der Datei ist verändert',
    'header-altered': 'Der Kopf von {file} ist verändert',
    'bad-name': 'Eine Datei hat einen Namen, den kein Bündel enthalten darf: {file}',
    'name-twice': 'Zwei Dateien haben bis auf Groß- und Kleinschreibung denselben Namen: {file}',
    'loose-bytes': 'Vor {file} stehen Bytes, die zu keiner Datei gehören, oder sie überlappt eine andere',
    'ends-early': 'Die Datei endet, bevor {file} endet',
    'wrong-order': 'Wo {file} stehen sollte, steht {other}',
    'mimetype-altered': 'mimetype ist verändert',
    'too-large': '{file} ist größer, als sie sein darf',
    'not-text': '{file} ist kein Text in UTF-8',
    missing: '{file} fehlt',
    'bad-key': 'Zeile {line} von {file} ist kein Schlüssel dieses Registers: {what}',
    'note-malformed': '{file} ist keine signierte Notiz',
    'note-not-signed': 'Kein Schlüssel aus data/ledger/keys.txt hat {file} signiert',
    'signature-broken': 'Die Signatur von {file} stimmt nicht: verändert oder von jemand anderem signiert',
    'not-by-your-key': 'Das Bündel ist signiert mit {what}; das ist keiner der Schlüssel, die Sie genannt haben',
    'not-a-bundle-note': 'META-INF/bundle.note sagt nicht, dass dies ein Beweisbündel ist',
    'notes-disagree': 'Das Bündel wurde für einen anderen Prüfpunkt signiert als den in data/ledger/checkpoint.txt',
    altered: '{file} ist verändert',
    'crc-wrong': '{file} hat eine andere CRC-32, als der Container sagt',
    unlisted: '{file} steht in keinem Manifest',
    'manifest-malformed': 'Zeile {line} von manifest-sha256.txt ist keine Prüfsumme mit Namen',
    'bag-contradicts': '{file} widerspricht dem, was signiert wurde: {what}',
    'line-too-long': 'Zeile {line} von {file} ist länger, als sie sein darf',
    'line-malformed': 'Zeile {line} von {file} ist nicht, was so eine Datei enthält',
    'line-ambiguous':
      'Zeile {line} von {file} lässt sich verschieden lesen: doppelte Namen, Leerraum, eine zu große Zahl',
    'line-cut': 'Die letzte Zeile von {file} ist abgeschnitten',
    'row-misplaced':
      'Wo Zeile {row} des Registers stehen sollte, steht Zeile {what}: Zeilen fehlen, sind doppelt oder vertauscht',
    'skip-malformed': 'Die Zeilen {row} bis {what} des Registers sind in einer anderen Form weggelassen als erlaubt',
    'skip-crosses':
      'Die Zeilen {row} bis {what} sind über den Prüfpunkt der Größe {other} hinweg weggelassen; er ist so nicht vergleichbar',
    'disclosure-malformed': 'Zeile {row} des Registers zeigt ein Feld in einer Form, die sich verschieden lesen lässt',
    'disclosure-wrong': 'Zeile {row} des Registers zeigt {what} anders, als es versiegelt wurde',
    'disclosure-twice': 'Zeile {row} des Registers zeigt {what} zweimal',
    'hidden-field': 'Zeile {row} des Registers verbirgt {what}; das darf nicht verborgen werden',
    'root-wrong': 'Die Zeilen des Registers ergeben nicht den Prüfpunkt: Eine davon wurde verändert',
    'row-later':
      'Zeile {row} des Registers wurde nach dem Zeitpunkt protokolliert, dessen Stand das Bündel zeigt: am {what}',
    'size-wrong': 'Das Register hat {what} Zeilen, sein Prüfpunkt {other}',
    'past-root-wrong':
      'Die Zeilen ergeben nicht den Prüfpunkt, der bei Größe {row} veröffentlicht wurde: Die Geschichte wurde danach umgeschrieben',
    'past-malformed':
      'Zeile {line} von data/ledger/checkpoints.jsonl ist kein Prüfpunkt dieses Registers mit gültiger Signatur',
    'history-rewritten':
      'Die Zeilen ergeben nicht Ihren Prüfpunkt der Größe {row}: Die Geschichte wurde danach umgeschrieben',
    'erasure-unmatched':
      'Zeile {line} von data/ledger/erasures.jsonl nennt ein Feld, das die Zeilen nicht als gelöscht zeigen',
    'leaf-not-shown': 'Zeile {line} von {file} beruft sich auf Registerzeile {row}, die nicht gezeigt wird',
    'record-not-sealed': 'Zeile {line} von {file} ist ein anderer Datensatz, als Registerzeile {row} sagt',
    'content-not-sealed': 'Zeile {line} von {file} hat einen anderen Inhalt, als Registerzeile {row} sagt',
    'record-of-another': 'Zeile {line} von {file} beruft sich auf Registerzeile {row}; die handelt von etwas anderem',
    'record-outdated':
      'Zeile {line} von {file} ist nicht der letzte Stand: Registerzeile {row} kam danach und sagt etwas anderes',
    'attachment-missing': 'Zeile {line} von {file} nennt {what}; die Datei fehlt',
    'attachment-exchanged': '{what} ist nicht die Datei, die Zeile {line} von {file} nennt',
    'attachment-unnamed': '{file} gehört zu keinem Datensatz',
    'manifest-of-seal': '{file} nennt die Dateien nicht, wie sie sind',
    'seal-incomplete': '{file} steht da ohne {what}',
    'stamp-of-another': '{file} handelt von etwas anderem als diesem Bündel',
    'seal-broken': '{file} gilt nicht: {what}',
    'left-out-wrong': 'data/left-out.jsonl nennt {what} weggelassene Registerzeilen, es sind aber {other}',
  },
}
