import type { ReactNode } from 'react'

interface Props {
  /** The labels at the ends of the scale and of the time axis. */
  readonly top: string
  readonly bottom: string
  readonly from: string
  readonly until: string
  /** The line, which has its own accessible name. */
  readonly children: ReactNode
}

/** The labels of the axes around a trend line. */
export const TrendAxes = ({ top, bottom, from, until, children }: Props) => (
  <div className="trend-axes">
    <div className="trend-scale" aria-hidden>
      <span>{top}</span>
      <span>{bottom}</span>
    </div>
    {children}
    <div className="trend-days" aria-hidden>
      <span>{from}</span>
      <span>{until}</span>
    </div>
  </div>
)
