const maxLength = 100
const maxExtensionLength = 10

const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 && name.length - dot <= maxExtensionLength ? name.slice(dot) : ''
}

const replaceDots = (text: string): string => '_'.repeat(text.length)

/** Names that Windows reserves for devices, with any extension and in any case. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Returns a file name for a bundle that every system can unpack (docs/verifying-a-bundle.md). */
export const toSafeName = (filename: string): string => {
  const plain = filename.normalize('NFC').replaceAll(/[^A-Za-z0-9._-]/gu, '_')
  const trimmed = plain.replace(/^\.+/, replaceDots).replace(/\.+$/, replaceDots)
  const extension = extensionOf(trimmed)
  const short = trimmed.length <= maxLength ? trimmed : trimmed.slice(0, maxLength - extension.length) + extension
  const withoutDots = short.replace(/\.+$/, replaceDots)
  return withoutDots === '' ? 'file' : withoutDots.replace(reserved, '_$&')
}
