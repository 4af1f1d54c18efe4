import { useEffect, useRef, useState } from 'react'
import { namedFile, type Progress, type Stage, uploadFile } from './upload-file.ts'

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

interface Job {
  readonly progress: Progress
  readonly abort: AbortController
}

/** How many files to upload at the same time. */
const concurrency = 3

const problemOf = ({ size }: File, maxBytes: number): Problem | undefined => {
  if (size === 0) return 'empty'
  return size > maxBytes ? 'tooLarge' : undefined
}

interface Options {
  readonly claimId: string
  readonly maxBytes: number
  readonly onUploaded: () => unknown
}

let lastId = 0

/** The uploads of a page to a claim. */
export const useUploads = ({ claimId, maxBytes, onUploaded }: Options) => {
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

  const run = async ({ id, file }: Upload, reason: string) => {
    const abort = new AbortController()
    const progress = jobs.current.get(id)?.progress ?? {}
    jobs.current.set(id, { progress, abort })
    const onStage = (stage: Stage, bytes: number) => setState(id, { kind: 'running', stage, bytes })
    try {
      await uploadFile(file, { claimId, reason, progress, signal: abort.signal, onStage })
      setState(id, { kind: 'stored' })
    } catch (error) {
      setState(id, abort.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', error })
    }
  }

  return {
    uploads,
    isActive: uploads.some(({ state }) => state.kind === 'running'),
    add(files: readonly File[]) {
      const added = files.map(file => {
        lastId += 1
        const problem = problemOf(file, maxBytes)
        const state: State = problem ? { kind: 'rejected', problem } : { kind: 'waiting' }
        return { id: lastId, file: problem ? file : namedFile(file), state }
      })
      setUploads(all => [...all, ...added])
    },
    async start(reason: string) {
      const waiting = uploads.filter(({ state }) => state.kind === 'waiting')
      const worker = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await run(next, reason)
      }
      await Promise.all(Array.from({ length: concurrency }, worker))
      onUploaded()
    },
    async retry(upload: Upload, reason: string) {
      await run(upload, reason)
      onUploaded()
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
