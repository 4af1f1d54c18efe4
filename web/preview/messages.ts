/** Messages between the page and the frame; each checks that the other is the sender. */
export interface Draw {
  readonly kind: 'draw'
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type FrameReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly pages: number; readonly of: number }
  | { readonly kind: 'failed' }
