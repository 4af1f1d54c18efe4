import { Type } from 'typebox'
import { Reference } from '#http/schema.ts'
import { WorkspaceParam } from './asked.ts'

export const UserParams = Type.Object({ workspace: WorkspaceParam, userId: Reference('prs') })
