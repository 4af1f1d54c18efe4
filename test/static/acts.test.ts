import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..')

/** Dialogs without fields whose errors are shown on the page below. `<Act>` cannot do this. */
const exceptions = [
  'web/pages/evidence/review-panel.tsx: approveClaim',
  'web/pages/evidence/review-panel.tsx: rejectClaim',
]

test('pages call an operation that needs only a reason with <Act>, not with a dialog of their own', async () => {
  const dialogs: string[] = []
  for await (const file of glob('web/{app,family,pages}/**/*.tsx', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8')
    const withoutFields = text.matchAll(/<ActionDialog\n((?:(?!^ *>$)[^\n]*\n)*?) *\/>/gm)
    for (const [, props = ''] of withoutFields) {
      const [, operation] = /^ *operation="(\w+)"$/m.exec(props) ?? []
      if (operation) dialogs.push(`${file}: ${operation}`)
    }
  }
  assert.deepEqual(dialogs.sort(), exceptions)
})
