const longest = 100
const longestExtension = 10

const extensionOf = (name: string): string => {
  const at = name.lastIndexOf('.')
  return at > 0 && name.length - at <= longestExtension ? name.slice(at) : ''
}

const dotsTo = (text: string): string => '_'.repeat(text.length)

/** Names that Windows reserves for devices, with any extension and in any case. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Returns a file name for a bundle that every system can unpack (docs/verifying-a-bundle.md). */
export const safeName = (filename: string): string => {
  const plain = filename.normalize('NFC').replaceAll(/[^A-Za-z0-9._-]/gu, '_')
  const named = plain.replace(/^\.+/, dotsTo).replace(/\.+$/, dotsTo)
  const extension = extensionOf(named)
  const short = named.length <= longest ? named : named.slice(0, longest - extension.length) + extension
  const ended = short.replace(/\.+$/, dotsTo)
  return ended === '' ? 'file' : ended.replace(reserved, '_$&')
}
