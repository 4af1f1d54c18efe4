import type { ReactNode } from 'react'
import { useSettled } from './use-settled.ts'

/** A part of a page that loads only when the page shows its content and the browser has nothing more urgent to do. */
export const AfterIdle = ({ children }: { readonly children: ReactNode }) => (useSettled() ? children : null)
