import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNewPassword } from './password-rules.ts'

const known = ['Acme Bank', 'acme', 'Ada Lovelace', 'ada.lovelace@acme-bank.example']

const rejectedPasswords: readonly (readonly [password: string, why: RegExp])[] = [
  ['fourteen chars', /at least 15 characters/],
  ['qwertyuiopasdfghjkl', /most common passwords, which attackers/],
  ['QWERTYuiopasdfghjkl', /most common passwords, which attackers/],
  ['password12345678', /two of the most common passwords/],
  ['Dragon123456789', /two of the most common passwords/],
  ['xyxyxyxyxyxyxyxyx', /repeats/],
  ['Xk7!qXk7!qXk7!qXk7!q', /repeats/],
  ['abcdefghijklmnopqrs', /order of the keyboard/],
  ['zyxwvutsrqponmlk', /order of the keyboard/],
  ['ProbataAcmeBank2026', /names that others know/],
  ['lovelace@acme-bank', /names that others know/],
  ['Ａｃｍｅ Bank 2026 !', /names that others know/],
]
for (const [password, why] of rejectedPasswords) {
  test(`rejects: ${password}`, () =>
    assert.rejects(checkNewPassword(password, known, 'newPassword'), ({ message, status, detail }) => {
      assert.match(message, why)
      assert.deepEqual([status, detail.issues[0].path], [400, ['newPassword']])
      return true
    }))
}

const acceptedPasswords = [
  'correct horse battery staple',
  'lower case only is fine',
  '𝔣𝔦𝔣𝔱𝔢𝔢𝔫 and so on',
  'acme has a cat called Mitzi',
  '  spaces   count   too  ',
  '4815162342 is my number',
]
for (const password of acceptedPasswords) test(`accepts: ${password}`, () => checkNewPassword(password, known))
