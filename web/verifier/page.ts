/** The page that checks a bundle: the form, and the report. */
import { verifyBundle } from '#client/verify/bundle.ts'
import { fill } from '#client/verify/findings.ts'
import { type Checkpoint, parseCheckpoint, parseNote, parseVkey } from '#client/verify/note.ts'
import type { Report } from '#client/verify/report.ts'
import { sentencesOf } from '#client/verify/words.ts'
import { blobSource, browserPrimitives, canVerify } from './browser.ts'
import { languages, type Texts } from './texts.ts'

const largest = 2 ** 30
const largestCheckpoint = 2 ** 20

const at = <E extends HTMLElement>(id: string): E => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`no #${id}`)
  return found as E
}
const [form, drop, bundle] = [at('form'), at('drop'), at<HTMLInputElement>('bundle')]
const [keys, checkpoints] = [at<HTMLTextAreaElement>('keys'), at<HTMLInputElement>('checkpoints')]
const [language, all] = [at<HTMLSelectElement>('language'), at<HTMLInputElement>('all')]
const [start, busy, progress] = [at<HTMLButtonElement>('start'), at('busy'), at<HTMLProgressElement>('progress')]

const texts = (): Texts => languages[language.value] ?? (languages.en as Texts)

/** The file cannot be checked: the page shows this instead of a report. */
class CannotCheck extends Error {}

const readKeys = (): readonly string[] => {
  const lines = keys.value.split('\n').map(line => line.trim())
  const named = lines.filter(line => line !== '')
  const wrong = named.find(line => !parseVkey(browserPrimitives, line))
  if (wrong !== undefined) throw new CannotCheck(fill(texts().noKey, { line: wrong }))
  return named
}

const readCheckpoints = (): Promise<readonly Checkpoint[]> =>
  Promise.all(
    [...(checkpoints.files ?? [])].map(async file => {
      const note = file.size > largestCheckpoint ? undefined : parseNote(await file.text())
      const checkpoint = note && parseCheckpoint(note.text)
      if (!checkpoint) throw new CannotCheck(fill(texts().noCheckpoint, { file: file.name }))
      return checkpoint
    }),
  )

const element = (tag: string, text: string, name?: string): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  if (name) made.className = name
  return made
}

const tones: Readonly<Record<string, string>> = {
  __proto__: null as never,
  proven: 'proven',
  altered: 'altered',
  holds: 'proven',
  absent: 'absent',
  broken: 'broken',
}

let shown: { report: Report; file: File; at: Date } | undefined
/** Counts resets: a check that began before the last one shows nothing. */
let turn = 0

const say = (title: string, text: string, tone: string): void => {
  at('verdict').textContent = title
  at('verdict').className = tone
  at('said').textContent = text
  at('found').hidden = !shown
  at('report').hidden = false
}

const showReport = (): void => {
  if (!shown) return
  const { words, of } = texts()
  const { report, file } = shown
  const [title = '', ...more] = words.results[report.result].split(/(?<=[.:]) /)
  const rest = more.join(' ')
  say(title.replace(/[.:]$/, ''), rest.charAt(0).toUpperCase() + rest.slice(1), tones[report.result] ?? 'open')
  at('of').textContent = fill(of, {
    file: file.name,
    bytes: file.size.toLocaleString(language.value),
    at: shown.at.toLocaleString(language.value),
  })
  const rows = report.parts.map(part => {
    const row = element('tr', '')
    const name = element('th', words.sections[part.section])
    name.setAttribute('scope', 'row')
    const state = element('td', words.states[part.state], tones[part.state] ?? 'open')
    const what = element('td', '')
    for (const sentence of sentencesOf(words, report, part)) what.append(element('div', sentence))
    row.append(name, state, what)
    return row
  })
  at('parts').replaceChildren(...rows)
  const signature = report.parts.find(part => part.section === 'signature')?.facts
  at('signer').hidden = !signature
  at('vkey').textContent = signature && 'signer' in signature ? signature.signer : ''
  at('json').textContent = JSON.stringify(report)
}

const speak = (): void => {
  const said = texts() as unknown as Readonly<Record<string, string>>
  document.documentElement.lang = language.value
  document.title = `Probata: ${texts().title}`
  for (const spoken of document.querySelectorAll<HTMLElement>('[data-text]'))
    spoken.textContent = said[spoken.dataset.text ?? ''] ?? ''
  showReport()
}

/** Clears the verdict, which must only be shown with the file, keys and checkpoints that it is about. */
const forget = (): void => {
  turn += 1
  shown = undefined
  at('report').hidden = true
  at('parts').replaceChildren()
  for (const id of ['verdict', 'said', 'of', 'json', 'vkey']) at(id).textContent = ''
  at('signer').hidden = true
}

const check = async (): Promise<() => void> => {
  const [file] = bundle.files ?? []
  if (!file) throw new CannotCheck(texts().nothingChosen)
  if (file.size > largest) throw new CannotCheck(texts().tooLarge)
  if (!(await canVerify())) throw new CannotCheck(texts().cannotVerify)
  const options = {
    keys: readKeys(),
    checkpoints: await readCheckpoints(),
    all: all.checked,
    progress: (done: number, total: number) => {
      progress.value = done / total
    },
  }
  const report = await verifyBundle(blobSource(file), browserPrimitives, options)
  return () => {
    shown = { report, file, at: new Date() }
    showReport()
  }
}

const refusal = (error: unknown) => (): void => {
  const reason = error instanceof Error ? error.message : String(error)
  say(error instanceof CannotCheck ? reason : fill(texts().unreadable, { reason }), '', 'open')
}

const run = async (): Promise<void> => {
  forget()
  const begun = turn
  progress.value = 0
  busy.hidden = false
  start.disabled = true
  const tell = await check().catch(refusal)
  if (begun !== turn) return
  busy.hidden = true
  start.disabled = false
  tell()
  at('verdict').focus()
}

/** A different file, key or checkpoint: the verdict is not about it. */
const change = (): void => {
  forget()
  busy.hidden = true
  start.disabled = false
}

form.addEventListener('submit', event => {
  event.preventDefault()
  void run()
})
for (const input of [bundle, keys, checkpoints, all]) input.addEventListener('input', change)
language.addEventListener('change', speak)
for (const name of ['dragover', 'dragleave', 'drop'])
  addEventListener(name, event => {
    event.preventDefault()
    drop.classList.toggle('over', name === 'dragover')
  })
addEventListener('drop', event => {
  const { files } = event.dataTransfer ?? {}
  if (!files?.length) return
  bundle.files = files
  void run()
})
language.value = navigator.language.startsWith('de') ? 'de' : 'en'
speak()
