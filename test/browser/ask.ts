import type { ApiResponse } from '#test/client.ts'

export type ResponseBody = ApiResponse['body']

/** Calls the workspace API as a person, with a reason, and expects a status. */
export type Ask = (status: number, method: string, path: string, body?: object) => Promise<ResponseBody>
