/** A message from the page to the frame. Each side checks that the other is the sender. */
export interface Draw {
  readonly kind: 'draw'
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A message from the frame to the page. */
export type FrameReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly pages: number; readonly totalPages: number }
  | { readonly kind: 'failed' }
