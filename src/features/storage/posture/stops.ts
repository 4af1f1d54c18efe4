export const stops = ['nothing', 'uploads', 'files'] as const

/** The operations that fail while a deviation is open; `files` means both uploads and openings. */
export type Stops = (typeof stops)[number]
