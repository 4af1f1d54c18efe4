import { Fragment } from 'react'

/** An option of a command, such as `--key`. */
const option = /(?<!\S)(--?[a-z][\w-]*)/i

/** Where a long word may break: after the separators of an address, a path or a name, not within a number or an id. */
const separator = /(?<=[?&=]|(?<!\/)\/)(?=\w)|(?<=[._])(?=[a-z])/i

/** Longer texts get no break opportunities, because each is an element. */
const maxLength = 20_000

/** Text that breaks after spaces and separators instead of within words or options. */
export const Breakable = ({ text }: { text: string }) =>
  text.length > maxLength
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
