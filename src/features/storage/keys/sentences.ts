import { sentence } from '#lib/sentence.ts'

export const keysChanging = sentence`key.changing: The keys are being changed by another request; reload and try again.`
