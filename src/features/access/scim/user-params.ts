import { Type } from 'typebox'
import { Reference } from '#api/schema.ts'
import { Workspace } from './asked.ts'

export const UserParams = Type.Object({ workspace: Workspace, userId: Reference('prs') })
