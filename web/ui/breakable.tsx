import { Fragment } from 'react'

/** An option of a command, such as `--key`. */
const option = /(?<!\S)(--?[a-z][\w-]*)/i

/** Where a long word may end its line: after the separators of an address, a path or a name, not within a number or an id. */
const separator = /(?<=[?&=]|(?<!\/)\/)(?=\w)|(?<=[._])(?=[a-z])/i

/** The length from which a text is shown without places to break, which are elements each. */
const longest = 20_000

/** A text whose lines end at spaces and separators, not within words or options where they can. */
export const Breakable = ({ text }: { text: string }) =>
  text.length > longest
    ? text
    : text.split(option).map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
        <Fragment key={i}>
          {i % 2 === 1 ? (
            <span className="unbroken">{part}</span>
          ) : (
            part.split(separator).map((word, j) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Fragment key={j}>
                {j > 0 && <wbr />}
                {word}
              </Fragment>
            ))
          )}
        </Fragment>
      ))
