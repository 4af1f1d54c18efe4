export const stops = ['nothing', 'uploads', 'files'] as const

/** The operations that fail while a deviation is open; `files` means that files can be neither uploaded nor opened. */
export type Stops = (typeof stops)[number]
