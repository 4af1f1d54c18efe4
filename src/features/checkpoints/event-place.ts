import { Type } from 'typebox'
import { emit } from '#http/emission.ts'
import { event } from '#http/event.ts'
import { renderer } from '#http/record.ts'
import { parseCheckpoint, textOfNote } from '#lib/note.ts'
import type { ExternalPlace } from './place.ts'

const PublishedCheckpoint = Type.Object(
  {
    origin: Type.String({ description: 'The log: host, workspace and generation.' }),
    size: Type.Integer({ description: 'The number of audit trail rows that the checkpoint covers.' }),
    root: Type.String({ description: 'Root of the Merkle tree of these rows (RFC 6962), base64.' }),
    note: Type.String({ description: 'The signed note (C2SP tlog-checkpoint); keep it unchanged.' }),
  },
  { title: 'PublishedCheckpoint' },
)

const renderCheckpoint = renderer(PublishedCheckpoint)

const exampleText = `probata.example.com/ledger/org_01JZ8Q4D3N6V0M2K5T7W9Y1B4E/1
18204
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
`

const [origin = '', , root = ''] = exampleText.split('\n')
const signatureLine = `\u2014 ${origin} Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=`

const checkpointPublished = event({
  type: 'ledger.checkpoint.published',
  description:
    'The ledger of the workspace was signed. A receiver that stores the note can prove the state of the ledger at this time.',
  scope: 'governance.ledger:read',
  data: Type.Object({ checkpoint: PublishedCheckpoint }),
  example: { checkpoint: { origin, size: 18204, root, note: `${exampleText}\n${signatureLine}\n` } },
})

/** Publishes to the workspace's webhooks: each receiver is a place outside the control of the install. */
export const eventPlace: ExternalPlace = {
  name: 'event',
  forInstall: false,
  async publish({ call, note }) {
    const { origin, size, root } = parseCheckpoint(textOfNote(note))
    const checkpoint = renderCheckpoint({ origin, size, root: root.toString('base64'), note })
    return {
      with: tx => {
        emit(call, tx, { type: checkpointPublished, data: { checkpoint } })
      },
    }
  },
}
