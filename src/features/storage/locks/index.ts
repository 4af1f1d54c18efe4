import { lockStoredFiles } from './lock-stored-files.ts'
import { removeKeptCopies } from './remove-kept-copies.ts'

export const locks = { jobs: [lockStoredFiles, removeKeptCopies] }
