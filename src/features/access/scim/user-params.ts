import { Type } from 'typebox'
import { Reference } from '#http/schema.ts'
import { WorkspaceParam } from './scim-request.ts'

export const UserParams = Type.Object({ workspace: WorkspaceParam, userId: Reference('prs') })
