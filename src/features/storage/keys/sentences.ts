import { sentence } from '#lib/sentence.ts'

export const keysChanging = sentence`key.changing: Another request is changing the keys; reload and try again.`
