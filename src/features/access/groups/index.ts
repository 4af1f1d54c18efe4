import { getGroupRules } from './get-group-rules.ts'
import { getPersonGroups } from './get-person-groups.ts'
import { setAccessSource } from './set-access-source.ts'
import { setGroupRules } from './set-group-rules.ts'

export const groups = [getGroupRules, setGroupRules, getPersonGroups, setAccessSource]
