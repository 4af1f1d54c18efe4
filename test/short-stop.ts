/**
 * Loaded into a server with TEST_SHORT_STOP, which makes its stop give up after 3 s instead of 50. If TEST_HUNG_FILE
 * names a pipe without a writer, one of the server's threads hangs as on a network file system.
 */
import { open } from 'node:fs/promises'

const stopsWithin = 50_000

if (process.env.TEST_SHORT_STOP)
  globalThis.setTimeout = new Proxy(setTimeout, {
    apply: (original, self, [act, ms, ...values]) =>
      Reflect.apply(original, self, [act, ms === stopsWithin ? 3000 : ms, ...values]),
  })

const hungFile = process.env.TEST_HUNG_FILE
if (hungFile) void open(hungFile)

/** The environment variables of such a server. */
export const shortStop = {
  TEST_SHORT_STOP: 'true',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`.trim(),
}
