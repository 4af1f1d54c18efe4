import { Suspense } from 'react'
import type { Versioned } from '#web/api/version.ts'
import { loadTexts } from '#web/i18n/index.ts'
import { AfterIdle } from '#web/ui/after-idle.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

const DeputySetting = lazyPart(async () => {
  const [{ DeputySetting }] = await Promise.all([import('./deputy-setting.tsx'), loadTexts(['deputies'])])
  return DeputySetting
})

const Absence = lazyPart(async () => {
  const [{ Absence }] = await Promise.all([import('./absence.tsx'), loadTexts(['deputies'])])
  return Absence
})

interface Props {
  readonly personId: string
}

/** The deputy and the absence of a person, which they and administrators can change. */
export const DeputyPart = (props: Props & { readonly person?: Versioned }) => (
  <Suspense fallback={null}>
    <DeputySetting {...props} />
  </Suspense>
)

/** The note that the person who is responsible for a record is absent. */
export const AbsencePart = (props: Props) => (
  <AfterIdle>
    <Suspense fallback={null}>
      <Absence {...props} />
    </Suspense>
  </AfterIdle>
)
