import { scaled } from './scale.ts'
import { seedClaims } from './seed.ts'
import { openRig, type Rig, type Stand } from './work.ts'

/** A server with a million claims, which take a minute to insert. */
export const millionStand: Stand = { fill: ({ server }) => seedClaims(server, scaled(1_000_000, 10_000)) }

/** The server with a million claims, shared by benchmarks. */
export interface Lab extends AsyncDisposable {
  shares(stand: Stand): boolean
  rig(stand: Stand): Promise<Rig>
}

export const openLab = (): Lab => {
  const resources = new AsyncDisposableStack()
  const rigs = new Map<Stand, Promise<Rig>>()
  return {
    shares: stand => stand === millionStand,
    rig(stand) {
      const rig = rigs.get(stand) ?? openRig(stand).then(opened => resources.use(opened))
      rigs.set(stand, rig)
      return rig
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
