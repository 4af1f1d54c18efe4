import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withChromium } from '#test/browser/browser.ts'
import { bundleForgeries, forge } from '#test/proof/forge-bundle.ts'
import { openVerifierPage } from '#test/proof/verifier-window.ts'

// `npm run forge` checks 1,000 forgeries.
test('the command and the page both identify every kind of forged bundle', withChromium, async () => {
  await using page = await openVerifierPage()
  const undetected: string[] = []
  const kindsSeen = new Set<string>()
  for await (const outcome of forge({ total: bundleForgeries.length * 2, seed: 14, page })) {
    kindsSeen.add(outcome.kind)
    if (outcome.missed) undetected.push(`${outcome.kind}: ${outcome.missed}`)
  }
  assert.deepEqual(undetected, [])
  assert.ok(kindsSeen.size > 85)
})
