export const stops = ['nothing', 'uploads', 'files'] as const

/** What does not work while a deviation is open; files are uploads and openings. */
export type Stops = (typeof stops)[number]
