import { controls } from './control.ts'
import { frameworks } from './framework.ts'

export const governance = {
  families: [frameworks, controls],
  endpoints: [],
}
