/** The floor: signs and posts with undici. Argument: FloorOptions (JSON); each message is a number of posts to make. */
import { createIds } from '#lib/ids.ts'
import { envelope } from './envelope.ts'
import type { FloorOptions } from './floor.ts'
import { signedPost } from './signed-post.ts'

const { urls, concurrency }: FloorOptions = JSON.parse(process.argv[2] ?? '')
const post = signedPost(Math.ceil(concurrency / urls.length))
const ids = createIds()

const posts = async (count: number): Promise<void> => {
  let startedCount = 0
  const repeat = async (): Promise<void> => {
    while (startedCount < count) {
      const eventId = ids.next('evt', Date.now())
      await post(urls[startedCount++ % urls.length] ?? '', eventId, envelope(eventId))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, repeat))
}

process.on('message', async (count: number) => {
  try {
    await posts(count)
    process.send?.({})
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
process.stdout.write('{"event":"ready"}\n')
