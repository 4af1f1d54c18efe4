import { english, type Words } from '#client/verify/words.ts'
import { german } from './german.ts'

export interface Texts {
  readonly words: Words
  readonly title: string
  readonly language: string
  readonly intro: string
  readonly warning: string
  readonly choose: string
  readonly stays: string
  readonly against: string
  readonly keys: string
  readonly keysHint: string
  readonly checkpoints: string
  readonly all: string
  readonly start: string
  readonly working: string
  readonly part: string
  readonly state: string
  readonly what: string
  readonly signer: string
  readonly signerHint: string
  readonly json: string
  readonly footer: string
  readonly of: string
  readonly tooLarge: string
  readonly cannotVerify: string
  readonly noKey: string
  readonly noCheckpoint: string
  readonly unreadable: string
  readonly nothingChosen: string
}

const en: Texts = {
  words: {
    ...english,
    results: {
      ...english.results,
      sound:
        'Sound, not proven: nothing in the file contradicts itself. But you named no key, and anyone can make such a file: compare the key below with one that you received another way, and enter it above.',
    },
  },
  title: 'Check an audit bundle',
  language: 'Language',
  intro:
    'This page checks a file of evidence that Probata exported: that nothing in it was altered, that the ledger contains every record as shown here, and what was left out. It computes in this browser. It sends nothing anywhere, and the browser prevents it from doing so.',
  warning:
    'The source of this page matters. If it came inside the bundle that you want to check, it may be as forged as that bundle, and would then show what the forger wants. Use the page on a server that you trust (at /verify), or the command “probata-verify”.',
  choose: 'The bundle (.asice): choose it, or drop it here',
  stays: 'It stays on your computer. Up to 1 GiB; for larger files use the command.',
  against: 'Known from another source',
  keys: 'Keys of the organization, one per line',
  keysHint:
    'For example from a contract, an earlier audit, or a person who read it to you. Without one, the check shows only whether the file is sound, not who made it.',
  checkpoints: 'Checkpoints of its ledger that you hold',
  all: 'Continue after the first finding',
  start: 'Check',
  working: 'Reading …',
  part: 'Part',
  state: 'State',
  what: 'Result',
  signer: 'The key that signed',
  signerHint: 'Compare all of it with the key you were given, not only its beginning.',
  json: 'The report as JSON, as from the command',
  footer: 'Probata. docs/verifying-a-bundle.md describes what this page checks, and how to do it by hand.',
  of: '{file}, {bytes} bytes, checked {at}',
  tooLarge:
    'The file is larger than 1 GiB, which is too much for a page. Use the command: node probata-verify.mjs FILE',
  cannotVerify:
    'This browser cannot verify Ed25519 signatures here. Open the page over https or as a file, in Chromium 137, Firefox 129, Safari 17 or newer.',
  noKey: 'This is not a key: {line}',
  noCheckpoint: '{file} is not a checkpoint.',
  unreadable: 'The file cannot be read: {reason}',
  nothingChosen: 'Choose a bundle first.',
}

const de: Texts = {
  words: german,
  title: 'Ein Beweisbündel prüfen',
  language: 'Sprache',
  intro:
    'Diese Seite prüft eine Datei mit Nachweisen, die Probata ausgegeben hat: dass nichts daran verändert wurde, dass jeder Datensatz so im Register steht, wie er hier gezeigt wird, und was weggelassen wurde. Sie rechnet in diesem Browser. Sie sendet nichts, und der Browser hindert sie daran.',
  warning:
    'Es kommt darauf an, woher diese Seite stammt. Liegt sie in dem Bündel, das Sie prüfen wollen, kann sie so gefälscht sein wie dieses und zeigt dann, was der Fälscher will. Verwenden Sie die Seite auf einem Server, dem Sie vertrauen (dort unter /verify), oder den Befehl „probata-verify“.',
  choose: 'Das Beweisbündel (.asice): auswählen oder hier ablegen',
  stays: 'Es bleibt auf Ihrem Rechner. Bis 1 GiB; für größere Dateien gibt es den Befehl.',
  against: 'Aus anderer Quelle bekannt',
  keys: 'Schlüssel der Organisation, einer je Zeile',
  keysHint:
    'Etwa aus einem Vertrag, einer früheren Prüfung oder von jemandem, der ihn vorgelesen hat. Ohne Schlüssel zeigt die Prüfung nur, ob die Datei in sich stimmt, nicht, von wem sie ist.',
  checkpoints: 'Prüfpunkte des Registers, die Sie aufbewahrt haben',
  all: 'Nach dem ersten Befund weiterprüfen',
  start: 'Prüfen',
  working: 'Wird gelesen …',
  part: 'Teil',
  state: 'Zustand',
  what: 'Befund',
  signer: 'Der Schlüssel, mit dem signiert wurde',
  signerHint: 'Vergleichen Sie ihn ganz mit dem Schlüssel, den Sie erhalten haben, nicht nur seinen Anfang.',
  json: 'Der Bericht als JSON, wie ihn auch der Befehl ausgibt',
  footer: 'Probata. Was diese Seite prüft und wie es von Hand geht, steht in docs/verifying-a-bundle.md (englisch).',
  of: '{file}, {bytes} Bytes, geprüft {at}',
  tooLarge:
    'Die Datei ist größer als 1 GiB, zu viel für eine Seite. Nehmen Sie den Befehl: node probata-verify.mjs DATEI',
  cannotVerify:
    'Dieser Browser kann hier keine Ed25519-Signaturen prüfen. Öffnen Sie die Seite über https oder als Datei, mit Chromium 137, Firefox 129, Safari 17 oder neuer.',
  noKey: 'Das ist kein Schlüssel: {line}',
  noCheckpoint: '{file} ist kein Prüfpunkt.',
  unreadable: 'Die Datei kann nicht gelesen werden: {reason}',
  nothingChosen: 'Wählen Sie zuerst ein Beweisbündel.',
}

export const languages: Readonly<Record<string, Texts>> = { __proto__: null as never, en, de }
