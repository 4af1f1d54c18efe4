import { basename, join } from 'node:path'

const here = import.meta.dirname

/** The folder of the running bundle, `dist/server/NAME` (bin/bundle.ts); undefined if the program runs from source. */
export const bundleFolder: string | undefined = import.meta.filename.endsWith('.js') ? here : undefined

/** The folder of package.json. */
export const root: string = join(here, '..', '..', ...(bundleFolder ? ['..'] : []))

/** The folder of the web app and the verifier, which `npm run build` creates. */
export const builtApp: string = join(root, 'dist', 'web')

/**
 * Returns the file for a process or thread: a source file such as `src/main.ts`, or its counterpart in the bundle.
 */
export const programFile = (source: `src/${string}.ts`): string =>
  bundleFolder ? join(bundleFolder, basename(source).replace(/\.ts$/, '.js')) : join(root, source)
