import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSafeName } from './safe-name.ts'

const names: readonly (readonly [sent: string, inBundle: string])[] = [
  ['CON.txt', '_CON.txt'],
  ['nul.log', '_nul.log'],
  ['Aux', '_Aux'],
  ['COM1.csv', '_COM1.csv'],
  ['LPT9.pdf', '_LPT9.pdf'],
  ['PRN.tar.gz', '_PRN.tar.gz'],
  ['LPT¹.txt', 'LPT_.txt'],
  ['com0', '_com0'],
  ['CON', '_CON'],
  ['con ', 'con_'],
  ['console.txt', 'console.txt'],
  ['my.con', 'my.con'],
  ['report.', 'report_'],
  ['..', '__'],
  ['Prüfung 1.pdf', 'Pr_fung_1.pdf'],
]

for (const [originalName, bundleName] of names)
  test(`“${originalName}” is ${bundleName} in a bundle`, () => assert.equal(toSafeName(originalName), bundleName))
