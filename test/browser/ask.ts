import type { Answer as Response } from '#test/client.ts'

export type Answer = Response['body']

/** Calls the workspace interface as a person, with a reason, and expects a status. */
export type Ask = (status: number, method: string, path: string, body?: object) => Promise<Answer>
