/**
 * `npm run build`: makes dist/web, what browsers load, with each file compressed once (brotli, gzip). Nothing happens
 * when what it is made of has not changed since; part of `npm start`, `npm run demo` and `npm test`.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const out = join(root, 'dist', 'web')
const mark = join(out, '.made-of')

const digestOfSources = (): string => {
  const files = globSync('web/**/*', { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  const all = createHash('sha256')
  for (const file of [...files, join(root, 'package-lock.json')].sort())
    all
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return all.digest('hex')
}

/** Text compresses to a quarter; brotli 11 takes two seconds for all of it, once. */
const compress = (): void => {
  for (const name of globSync('**/*.{js,mjs,css,svg}', { cwd: out })) {
    const text = readFileSync(join(out, name))
    if (text.length < 1024) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(join(out, `${name}.br`), brotliCompressSync(text, { params }))
    writeFileSync(join(out, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}

/** Builds the web app unless dist/web is made of what is here. Throws what Vite says. */
export const buildWeb = async (): Promise<void> => {
  const digest = digestOfSources()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return
  const { build } = await import('vite')
  await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' })
  compress()
  writeFileSync(mark, digest)
}

if (import.meta.main) await buildWeb()
