/** Replaces the scroll bars of Mantine's tables (`vite.config.ts`). */
export const ScrollArea = (): never => {
  throw new Error('Tables scroll natively: give Table.ScrollContainer type="native".')
}
