import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withChromium } from '#test/browser/browser.ts'
import { bundleForgeries, forge } from '#test/proof/forge-bundle.ts'
import { openVerifierPage } from '#test/proof/verifier-window.ts'

// `npm run forge` runs the long form with 1,000 of them.
test('the command and the page both identify every kind of forged bundle', withChromium, async () => {
  await using page = await openVerifierPage()
  const missed: string[] = []
  const kindsSeen = new Set<string>()
  for await (const outcome of forge({ total: bundleForgeries.length * 2, seed: 14, page })) {
    kindsSeen.add(outcome.kind)
    if (outcome.missed) missed.push(`${outcome.kind}: ${outcome.missed}`)
  }
  assert.deepEqual(missed, [])
  assert.ok(kindsSeen.size > 85)
})
