import { useEffect, useRef, useState } from 'react'
import { hashAhead, namedFile, type Progress, type Stage, uploadFile } from './upload-file.ts'

export type Problem = 'empty' | 'tooLarge'

export type State =
  | { readonly kind: 'rejected'; readonly problem: Problem }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly stage: Stage; readonly bytes: number }
  | { readonly kind: 'stored' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'cancelled' }

export interface Upload {
  readonly id: number
  readonly file: File
  readonly state: State
}

/** The claim that files go to, and why they are attached. */
export interface Target {
  readonly claimId: string
  readonly reason: string
}

interface Job {
  readonly progress: Progress
  readonly abort: AbortController
  /** Whether the last step succeeded. */
  readonly done: Promise<boolean>
}

/** The number of files that are hashed or uploaded at the same time. */
const concurrency = 3

const problemOf = ({ size }: File, maxBytes: number): Problem | undefined => {
  if (size === 0) return 'empty'
  return size > maxBytes ? 'tooLarge' : undefined
}

let lastId = 0

const createUploads = (files: readonly File[], maxBytes: number): Upload[] =>
  files.map(file => {
    lastId += 1
    const problem = problemOf(file, maxBytes)
    const state: State = problem ? { kind: 'rejected', problem } : { kind: 'waiting' }
    return { id: lastId, file: problem ? file : namedFile(file), state }
  })

const isWaiting = ({ state }: Upload): boolean => state.kind === 'waiting'

/** Runs a task for each item, a few at a time. Returns the results in the order of completion. */
const runForEach = async <Item, Result>(items: readonly Item[], task: (item: Item) => Promise<Result>) => {
  const queue = [...items]
  const results: Result[] = []
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.push(await task(next))
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}

interface Options {
  readonly maxBytes: number
  readonly onUploaded: () => unknown
}

/**
 * The files that a page attaches to a claim. A file is hashed as soon as it is chosen, even before the claim exists.
 */
export const useUploads = ({ maxBytes, onUploaded }: Options) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const jobs = useRef(new Map<number, Job>())
  useEffect(() => {
    const { current } = jobs
    return () => {
      for (const { abort } of current.values()) abort.abort()
    }
  }, [])

  const setState = (id: number, state: State) =>
    setUploads(all => all.map(upload => (upload.id === id ? { ...upload, state } : upload)))

  type Step = (job: Omit<Job, 'done'>, onStage: (stage: Stage, bytes: number) => void) => Promise<State>

  const attempt = async (id: number, job: Omit<Job, 'done'>, step: Step): Promise<boolean> => {
    try {
      setState(id, await step(job, (stage, bytes) => setState(id, { kind: 'running', stage, bytes })))
      return true
    } catch (error) {
      setState(id, job.abort.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', error })
      return false
    }
  }

  /** Runs a step for a file, after its previous step. Returns whether it succeeded. */
  const run = async ({ id }: Upload, step: Step): Promise<boolean> => {
    await jobs.current.get(id)?.done
    const job = { progress: jobs.current.get(id)?.progress ?? {}, abort: new AbortController() }
    const done = attempt(id, job, step)
    jobs.current.set(id, { ...job, done })
    return done
  }

  const prepare = (upload: Upload) =>
    run(upload, async ({ progress, abort }, onStage) => {
      await hashAhead(upload.file, { progress, signal: abort.signal, onStage })
      return { kind: 'waiting' }
    })

  const send = (upload: Upload, target: Target) =>
    run(upload, async ({ progress, abort }, onStage) => {
      await uploadFile(upload.file, { ...target, progress, signal: abort.signal, onStage })
      return { kind: 'stored' }
    })

  const isActive = uploads.some(({ state }) => state.kind === 'running')
  return {
    uploads,
    isActive,
    /** Whether no file is left to send. */
    isDone: !isActive && !uploads.some(isWaiting),
    /** Adds files. Sends them at once if the claim exists, and otherwise hashes them. */
    async add(files: readonly File[], target?: Target) {
      const added = createUploads(files, maxBytes)
      setUploads(all => [...all, ...added])
      await runForEach(added.filter(isWaiting), upload => (target ? send(upload, target) : prepare(upload)))
      if (target) onUploaded()
    },
    /** Sends all files that are not stored yet. Returns whether all of them are. */
    async start(target: Target): Promise<boolean> {
      const remaining = uploads.filter(({ state }) => state.kind !== 'stored' && state.kind !== 'rejected')
      const results = await runForEach(remaining, upload => send(upload, target))
      onUploaded()
      return results.every(Boolean)
    },
    /** Repeats the step that failed: sends the file if the claim exists, and otherwise hashes it. */
    async retry(upload: Upload, target?: Target) {
      await (target ? send(upload, target) : prepare(upload))
      if (target) onUploaded()
    },
    cancel(id: number) {
      jobs.current.get(id)?.abort.abort()
    },
    remove(id: number) {
      jobs.current.get(id)?.abort.abort()
      jobs.current.delete(id)
      setUploads(all => all.filter(upload => upload.id !== id))
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
