/** How the selection treats a changed file that is not server code. */

/** Code whose functions are in the map, because Node loads it unchanged. */
export const isSource = (file: string): boolean =>
  /^(src|client|bin|bench|demo|test|web)\/.*\.(ts|js|mjs)$/.test(file) && !file.endsWith('.d.ts')

export const isTest = (file: string): boolean => /^(src|test)\/.*\.test\.ts$/.test(file)

/** Cheap tests of the repository's texts, or of all operations at once. */
export const mustAlwaysRun = (file: string): boolean => /^test\/(static|contract|reach)\//.test(file)

/** Changes that no map can follow: the database, the dependencies, and the test runner. */
const everywhere = [
  /^src\/db\/.*\.(sql|json)$/,
  /^(package|package-lock|tsconfig)\.json$/,
  /^client\/package\.json$/,
  /^\.ci\//,
  /^test\/(run|worker|queue|reporter|global-setup|no-promise-hooks|compile-cache|memory-folder|postgres|provisioned|tcp-postgres|fixture)\.ts$/,
  /^test\/reach\/(recording|child|gathering|map|units|syntax|rules|selection|changes|taint|project)\.(ts|mjs)$/,
]

export const affectsEverything = (file: string): boolean => everywhere.some(pattern => pattern.test(file))

/** Browser code, which no Node process executes. */
export const isWebApp = (file: string): boolean => /^(web|client\/(import|verify))\//.test(file)

export const isBrowserTest = (file: string): boolean => file.startsWith('test/browser/')

/** Texts for people, and other files that Node does not load. A change runs only the tests that read the file. */
export const isText = (file: string): boolean =>
  /^(docs|findings)\/|^test\/[^/]+\.txt$|^(LICENSE|Dockerfile|biome\.json|knip\.json|redocly\.yaml|\.[^/]+)$|\.md$/.test(
    file,
  )
