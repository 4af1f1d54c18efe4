/** What the page hands to the frame, and what the frame tells; each checks that the other is who speaks. */
export interface Draw {
  readonly kind: 'draw'
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type FrameReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly pages: number; readonly of: number }
  | { readonly kind: 'failed' }
