/** The resource and the verb of an event type: "evidence claim" and "created" for both of its names. */
export const partsOf = (type: string): { readonly resource: string; readonly verb: string } => {
  const parts = type
    .replace(/^governance\./, '')
    .replace(/\.v\d+$/, '')
    .split('.')
  return { resource: parts.slice(0, -1).join(' ').replaceAll('_', ' '), verb: parts.at(-1) ?? '' }
}
