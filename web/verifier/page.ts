/** The page that checks a bundle, with its form and report. */
import { verifyBundle } from '#client/verify/bundle.ts'
import { fill } from '#client/verify/findings.ts'
import { type Checkpoint, parseCheckpoint, parseNote, parseVkey } from '#client/verify/note.ts'
import type { Report } from '#client/verify/report.ts'
import { sentencesOf } from '#client/verify/words.ts'
import { blobSource, browserPrimitives, canVerify } from './browser.ts'
import { languages, type Texts } from './texts.ts'

const maxBundleBytes = 2 ** 30
const maxCheckpointBytes = 2 ** 20

const byId = <E extends HTMLElement>(id: string): E => {
  const node = document.getElementById(id)
  if (!node) throw new Error(`no #${id}`)
  return node as E
}
const [form, drop, bundle] = [byId('form'), byId('drop'), byId<HTMLInputElement>('bundle')]
const [keys, checkpoints] = [byId<HTMLTextAreaElement>('keys'), byId<HTMLInputElement>('checkpoints')]
const [language, all] = [byId<HTMLSelectElement>('language'), byId<HTMLInputElement>('all')]
const [start, busy, progress] = [byId<HTMLButtonElement>('start'), byId('busy'), byId<HTMLProgressElement>('progress')]

const texts = (): Texts => languages[language.value] ?? (languages.en as Texts)

/** Why the file cannot be checked. The page shows the message instead of a report. */
class CannotCheck extends Error {}

const readKeys = (): readonly string[] => {
  const lines = keys.value.split('\n').map(line => line.trim())
  const vkeys = lines.filter(line => line !== '')
  const invalid = vkeys.find(line => !parseVkey(browserPrimitives, line))
  if (invalid !== undefined) throw new CannotCheck(fill(texts().noKey, { line: invalid }))
  return vkeys
}

const readCheckpoints = (): Promise<readonly Checkpoint[]> =>
  Promise.all(
    [...(checkpoints.files ?? [])].map(async file => {
      const note = file.size > maxCheckpointBytes ? undefined : parseNote(await file.text())
      const checkpoint = note && parseCheckpoint(note.text)
      if (!checkpoint) throw new CannotCheck(fill(texts().noCheckpoint, { file: file.name }))
      return checkpoint
    }),
  )

const element = (tag: string, text: string, className?: string): HTMLElement => {
  const node = document.createElement(tag)
  node.textContent = text
  if (className) node.className = className
  return node
}

const tones: Readonly<Record<string, string>> = {
  __proto__: null as never,
  proven: 'proven',
  altered: 'altered',
  holds: 'proven',
  absent: 'absent',
  broken: 'broken',
}

let current: { report: Report; file: File; at: Date } | undefined
/** Counts resets. A check that started before the latest reset shows nothing. */
let resetCount = 0

const showVerdict = (title: string, text: string, tone: string): void => {
  byId('verdict').textContent = title
  byId('verdict').className = tone
  byId('said').textContent = text
  byId('found').hidden = !current
  byId('report').hidden = false
}

const showReport = (): void => {
  if (!current) return
  const { words, of } = texts()
  const { report, file } = current
  const [title = '', ...sentences] = words.results[report.result].split(/(?<=[.:]) /)
  const detail = sentences.join(' ')
  showVerdict(
    title.replace(/[.:]$/, ''),
    detail.charAt(0).toUpperCase() + detail.slice(1),
    tones[report.result] ?? 'open',
  )
  byId('of').textContent = fill(of, {
    file: file.name,
    bytes: file.size.toLocaleString(language.value),
    at: current.at.toLocaleString(language.value),
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
  byId('parts').replaceChildren(...rows)
  const signature = report.parts.find(part => part.section === 'signature')?.facts
  byId('signer').hidden = !signature
  byId('vkey').textContent = signature && 'signer' in signature ? signature.signer : ''
  byId('json').textContent = JSON.stringify(report)
}

const showTexts = (): void => {
  const textsByKey = texts() as unknown as Readonly<Record<string, string>>
  document.documentElement.lang = language.value
  document.title = `Probata: ${texts().title}`
  for (const node of document.querySelectorAll<HTMLElement>('[data-text]'))
    node.textContent = textsByKey[node.dataset.text ?? ''] ?? ''
  showReport()
}

/** Clears the verdict, which must appear only with the file, keys and checkpoints that it is about. */
const reset = (): void => {
  resetCount += 1
  current = undefined
  byId('report').hidden = true
  byId('parts').replaceChildren()
  for (const id of ['verdict', 'said', 'of', 'json', 'vkey']) byId(id).textContent = ''
  byId('signer').hidden = true
}

const check = async (): Promise<() => void> => {
  const [file] = bundle.files ?? []
  if (!file) throw new CannotCheck(texts().nothingChosen)
  if (file.size > maxBundleBytes) throw new CannotCheck(texts().tooLarge)
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
    current = { report, file, at: new Date() }
    showReport()
  }
}

const showError = (error: unknown) => (): void => {
  const reason = error instanceof Error ? error.message : String(error)
  showVerdict(error instanceof CannotCheck ? reason : fill(texts().unreadable, { reason }), '', 'open')
}

const run = async (): Promise<void> => {
  reset()
  const startCount = resetCount
  progress.value = 0
  busy.hidden = false
  start.disabled = true
  const showResult = await check().catch(showError)
  if (startCount !== resetCount) return
  busy.hidden = true
  start.disabled = false
  showResult()
  byId('verdict').focus()
}

/** Drops the verdict when the file, a key or a checkpoint changes. */
const onChange = (): void => {
  reset()
  busy.hidden = true
  start.disabled = false
}

form.addEventListener('submit', event => {
  event.preventDefault()
  void run()
})
for (const input of [bundle, keys, checkpoints, all]) input.addEventListener('input', onChange)
language.addEventListener('change', showTexts)
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
showTexts()
