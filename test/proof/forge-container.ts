/** Forgeries of the container: its bytes, entries, names and headers. */
import { crc32, deflateRawSync } from 'node:zlib'
import { type Forger, type Forgeries, log, noteFile } from './forger.ts'
import type { FileHeader } from './write-zip.ts'

const addFileNamed = (forger: Forger, name: string) => {
  forger.set(name, forger.noise(9))
  forger.sealWithStolenKey()
}

/** Changes the metadata of one file, in both headers or in one. */
const alterHeader = (
  forger: Forger,
  change: (header: FileHeader) => Partial<FileHeader>,
  only?: 'local' | 'central',
): Buffer => {
  const target = forger.pick([...forger.contents.keys()])
  return forger.zip((name, header, location) =>
    name === target && (only === undefined || only === location) ? { ...header, ...change(header) } : header,
  )
}

const replaceName = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

export const containerForgeries: Forgeries = {
  'bit flipped anywhere in the file': forger => forger.flip(forger.bytes),
  'byte replaced anywhere': forger => {
    const bytes = Buffer.from(forger.bytes)
    const index = forger.random(bytes.length)
    bytes[index] = ((bytes[index] as number) + 1 + forger.random(255)) & 255
    return bytes
  },
  truncated: forger => forger.bytes.subarray(0, 69 + forger.random(forger.bytes.length - 69)),
  'bytes added at the end': forger => Buffer.concat([forger.bytes, forger.noise(1 + forger.random(99))]),
  'bytes added at the start': forger => Buffer.concat([forger.noise(1 + forger.random(99)), forger.bytes]),
  'bytes inserted anywhere': forger => {
    const index = forger.random(forger.bytes.length)
    return Buffer.concat([
      forger.bytes.subarray(0, index),
      forger.noise(1 + forger.random(9)),
      forger.bytes.subarray(index),
    ])
  },
  'file added': forger => forger.set('data/extra.txt', forger.noise(9)),
  'file added, digests recalculated': forger => {
    forger.set('data/extra.txt', forger.noise(9))
    forger.seal()
  },
  'file added outside data': forger => forger.set('META-INF/extra.txt', forger.noise(9)),
  'file added that the manifest does not list, signed with the stolen key': forger => {
    forger.sealWithStolenKey()
    forger.set('extra.txt', forger.noise(9))
  },
  'name with ..': forger => addFileNamed(forger, 'data/../../evil'),
  'absolute name': forger => addFileNamed(forger, '/data/evil'),
  'name with a backslash': forger => addFileNamed(forger, 'data\\evil'),
  'name that ends in a dot': forger => addFileNamed(forger, 'data/evil.'),
  'name that differs only in case': forger => addFileNamed(forger, 'data/INDEX.html'),
  'name in another Unicode form': forger => addFileNamed(forger, forger.pick(['data/ä.txt', 'data/a\u0308.txt'])),
  'duplicate name': forger => {
    forger.set('data/index.htmm', forger.noise(9))
    return replaceName(forger.zip(), 'data/index.htmm', 'data/index.html')
  },
  'name that is too long': forger => addFileNamed(forger, `data/${'a'.repeat(251)}`),
  'order of entries changed': forger => {
    const name = forger.pick([...forger.contents.keys()].slice(0, -1))
    const bytes = forger.get(name)
    forger.contents.delete(name)
    forger.set(name, bytes)
  },
  'mimetype altered, CRC recalculated': forger => forger.set('mimetype', forger.flip(forger.get('mimetype'))),
  'symbolic link': forger => alterHeader(forger, () => ({ attributes: 0o120777 * 0x10000 })),
  'executable file': forger => alterHeader(forger, () => ({ attributes: 0o100755 * 0x10000 })),
  'MS-DOS attributes': forger => alterHeader(forger, ({ attributes }) => ({ attributes: attributes + 0x10 })),
  'needless ZIP64 fields': forger => alterHeader(forger, () => ({ big: true })),
  'ZIP64 fields only in the directory': forger => alterHeader(forger, () => ({ big: true }), 'central'),
  'ZIP64 fields only before the file': forger => alterHeader(forger, () => ({ big: true }), 'local'),
  'ZIP64 fields with a wrong size': forger =>
    alterHeader(forger, ({ size }) => ({ big: true, size: size + 2 ** forger.random(53) })),
  'wrong size in both headers': forger =>
    alterHeader(forger, ({ size }) => ({ size: (size ^ (1 + forger.random(99))) >>> 0 })),
  'wrong CRC-32 in both headers': forger =>
    alterHeader(forger, ({ crc }) => ({ crc: (crc ^ (1 + forger.random(99))) >>> 0 })),
  'wrong CRC-32 in one header': forger =>
    alterHeader(forger, ({ crc }) => ({ crc: (crc ^ 1) >>> 0 }), forger.pick(['local', 'central'])),
  'altered time of one file': forger => alterHeader(forger, ({ stamp }) => ({ stamp: forger.flip(stamp) })),
  'encryption flag set': forger => alterHeader(forger, ({ flags }) => ({ flags: flags | 1 })),
  'data descriptor flag set': forger => alterHeader(forger, ({ flags }) => ({ flags: flags | 8 })),
  'marked as deflated': forger => alterHeader(forger, () => ({ method: 8 })),
  'zip bomb': forger => {
    const name = 'data/bomb.bin'
    const bomb = Buffer.alloc(10 << 20)
    const small = deflateRawSync(bomb)
    forger.set(name, bomb)
    forger.sealWithStolenKey()
    forger.set(name, small)
    const bombHeader = { method: 8, crc: crc32(bomb) }
    return forger.zip((file, header) => (file === name ? { ...header, ...bombHeader } : header))
  },
  'signature of another note': forger => forger.set(noteFile, forger.bundle.checkpoint),
  'huge line, signed with the stolen key': {
    isLarge: true,
    forge: forger => {
      forger.set(log, Buffer.concat([forger.get(log), Buffer.alloc(17 << 20, ' '), Buffer.from('\n')]))
      forger.sealWithStolenKey()
    },
  },
}
