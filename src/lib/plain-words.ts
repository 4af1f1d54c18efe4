import { constants } from 'node:os'

const MAX_CHARACTERS = 400
const ELISION = '…'

// What messages of Node, PostgreSQL, undici and Fastify are made of, without the values in them. A word that is not
// here is left out, so that a message can say what went wrong and cannot say anything that was in a secret.
const vocabulary = new Set([
  ...Object.keys(constants.errno),
  ...`a abort aborted access acquire address after again all already an and another any argument as at authentication
  available bad be because been before body buffer but by call called cannot certificate change check claim client
  close closed column command commit conflict connect connected connection constraint content contains corrupt could
  create created data database deadlock denied detected did directory disconnected disk does down duplicate during
  empty end ended endpoint error exceed exceeded exceeds exist existing exists expected expired failed failure field
  file for foreign forget found from full function got handler handshake has have header headers host id ids in
  incoming incomplete index inside integer internal interrupted into invalid is it its job json key large length less
  level limit listening lock long lookup lost malformed maximum memory message method migration missing must name
  network no node not null object of on only open operation option or origin other out outside parameter parse parser
  path payload permission pipe policy pool port premature process property query quota range read reading ready
  reason received recovery refused registered rejected relation reply request required reset resource response
  restart result retry return returned role rollback route row rows running schema send sent server session shutdown
  shutting signal size slow socket space starting startup state statement status stopped storage stream string such
  supported syntax system table temporarily terminated terminating than that the this timed timeout to too
  transaction type unable unavailable undefined unexpected unique unknown unreachable unsupported upload url used
  user using validation value values version violates violation wait waiting was while with without worker write
  written wrong you accept applied automatically checkpoint connections crash crashed died fatal hint initialized line log
  machine minutes often over panic postgres postgresql process recover redo runs shut start started stay stop supervisor
  took two
  NODE_TLS_REJECT_UNAUTHORIZED added cause certs changes deprecated deprecation disabling emitter environment experimental eventemitter
  extra feature future https ignoring import insecure instead leak listeners load makes may might negative please possible properties
  removed requests security set setting support supports time tls usability use variable verification warning`.split(
    /\s+/,
  ),
])

const punctuation = /^([("']*)(.*?)([)"'.,:;!?]*)$/s

/**
 * A message with every word that is not of the fixed vocabulary replaced by …; undefined when nothing is left.
 * Numbers, names, addresses and quoted values never survive.
 */
export function plainWords(text: string): string | undefined {
  const words = text
    .slice(0, MAX_CHARACTERS)
    .split(/\s+/)
    .map(token => {
      const [, , word = '', closing = ''] = punctuation.exec(token) ?? []
      return vocabulary.has(word) || vocabulary.has(word.toLowerCase())
        ? `${word}${closing.replace(/[^.,:;!?]/g, '')}`
        : ELISION
    })
    .filter((word, index, all) => word !== ELISION || all[index - 1] !== ELISION)
  return words.some(word => word !== ELISION) ? words.join(' ') : undefined
}
