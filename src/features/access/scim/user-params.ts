import { Type } from 'typebox'
import { Reference } from '#api/schema.ts'
import { WorkspaceParam } from './asked.ts'

export const UserParams = Type.Object({ workspace: WorkspaceParam, userId: Reference('prs') })
