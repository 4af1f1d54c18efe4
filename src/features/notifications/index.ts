import { notifyPeople } from './notify-people.ts'

export const notifications = { endpoints: [], jobs: [notifyPeople] }
