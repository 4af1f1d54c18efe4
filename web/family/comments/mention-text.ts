/** A person mentioned in a text, with the name that the text shows. */
export interface Mention {
  readonly id: string
  readonly label: string
}

const mentionedId = /@(prs_[0-9A-Z]{26})(?![0-9A-Z])/g
const continuesName = /^[\p{L}\p{N}]/u
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}']/g

/** Returns a label for a person that no other mention has. */
export const labelFor = (name: string, id: string, mentions: readonly Mention[]): string =>
  mentions.some(one => one.label === name && one.id !== id) ? `${name} ${id.slice(-4)}` : name

/** Returns the mentions of a stored text, with a label for each. */
export const mentionsOf = (people: readonly { readonly id: string; readonly name: string }[]): Mention[] => {
  const mentions: Mention[] = []
  for (const { id, name } of people) mentions.push({ id, label: labelFor(name, id, mentions) })
  return mentions
}

/** Replaces the ids of people in a stored text by their names, for editing. */
export const withLabels = (text: string, mentions: readonly Mention[]): string =>
  text.replaceAll(mentionedId, (match, id) => `@${mentions.find(one => one.id === id)?.label ?? match.slice(1)}`)

/** Replaces the names of chosen people in a typed text by their ids. */
export const withIds = (text: string, mentions: readonly Mention[]): string =>
  mentions
    .toSorted((a, b) => b.label.length - a.label.length)
    .reduce((result, { id, label }) => {
      const [before = '', ...rest] = result.split(`@${label}`)
      return before + rest.map(part => (continuesName.test(part) ? `@${label}` : `@${id}`) + part).join('')
    }, text)

/** The beginning of a name that the person is typing after an @, and where it begins. */
export const typedMention = (
  text: string,
  caret: number,
): { readonly start: number; readonly search: string } | undefined => {
  const [match, search] = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{1,40})?)$/u.exec(text.slice(0, caret)) ?? []
  return match === undefined || search === undefined ? undefined : { start: caret - search.length - 1, search }
}

/** A part of a text: plain words, a mention, or the address of a page. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string }
  | { readonly kind: 'mention'; readonly id: string }

const splitBy = (text: string, pattern: RegExp, partOf: (match: string) => TextPart): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(pattern)) {
    parts.push({ kind: 'text', text: text.slice(end, index) }, partOf(match))
    end = index + match.length
  }
  const all: TextPart[] = [...parts, { kind: 'text', text: text.slice(end) }]
  return all.filter(part => part.kind === 'mention' || part.text !== '')
}

/** Splits a stored text for display. Only http and https addresses become links; everything else stays text. */
export const partsOf = (text: string): TextPart[] =>
  splitBy(text, mentionedId, match => ({ kind: 'mention', id: match.slice(1) })).flatMap(part =>
    part.kind === 'text' ? splitBy(part.text, address, match => ({ kind: 'link', text: match })) : [part],
  )
