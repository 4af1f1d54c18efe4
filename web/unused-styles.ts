import type { Plugin } from 'vite'

/** The class names of Mantine's style sheets, which its components name in full. */
const libraryClass = /\.(m_[0-9a-f]+)/g
/** A rule without rules in it: a selector and its declarations. */
const rule = /([^{}]*)\{[^{}]*\}/g

/** Removes rules whose selector names only library classes that no script names. */
export const removeUnusedRules = (css: string, isNamed: (className: string) => boolean): string =>
  css.replaceAll(rule, (text, selector: string) => {
    const classes = Array.from(selector.matchAll(libraryClass), ([, name = '']) => name)
    return classes.length > 0 && !classes.some(isNamed) ? '' : text
  })

/** Leaves out the styles of Mantine's components that the app does not use: a third of the style sheet. */
export const leaveOutUnusedStyles: Plugin = {
  name: 'leave-out-unused-styles',
  enforce: 'post',
  generateBundle(_, bundle) {
    const outputs = Object.values(bundle)
    const scripts = outputs.flatMap(output => (output.type === 'chunk' ? [output.code] : [])).join('\n')
    for (const output of outputs)
      if (output.type === 'asset' && output.fileName.endsWith('.css'))
        output.source = removeUnusedRules(String(output.source), name => scripts.includes(name))
  },
}
