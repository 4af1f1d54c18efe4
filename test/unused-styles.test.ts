import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeUnusedRules } from '#web/unused-styles.ts'

const isNamed = (name: string) => name === 'm_1a'

test('only rules whose library classes no script names are removed', () => {
  const cases = [
    ['.m_1a{color:red}', '.m_1a{color:red}'],
    ['.m_2b{color:red}.m_1a{color:blue}', '.m_1a{color:blue}'],
    ['.m_2b .m_1a,.m_2b:hover{color:red}', '.m_2b .m_1a,.m_2b:hover{color:red}'],
    ['@media (width>1em){.m_2b{color:red}.m_1a{color:blue}}', '@media (width>1em){.m_1a{color:blue}}'],
    ['.report{color:red}:root{--m_2b:1}', '.report{color:red}:root{--m_2b:1}'],
    ['@keyframes m_2b{0%{opacity:0}to{opacity:1}}', '@keyframes m_2b{0%{opacity:0}to{opacity:1}}'],
  ] as const
  for (const [css, expected] of cases) assert.equal(removeUnusedRules(css, isNamed), expected)
})
