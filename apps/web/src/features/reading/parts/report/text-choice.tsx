import { toContent } from '@readroom/report/content'
import { useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import type { Conflict, HoldState } from '../../session/machine/state.ts'
import type { DraftSession } from '../../session/run.ts'
import { CompareDialog } from '../compare/compare-dialog.tsx'

type Props = { conflict: Conflict; hold: HoldState; session: DraftSession }

/** Asks which of two texts to continue with. The question can be put off, but nothing is written until it is answered. */
export function TextChoice({ conflict, hold, session }: Props) {
  const [putOff, setPutOff] = useState<Conflict | null>(null)
  if (conflict !== putOff) {
    return (
      <CompareDialog
        conflict={conflict}
        beginning={toContent(session.state().start.document)}
        holder={hold.is === 'other' || hold.is === 'lost' ? hold.name : null}
        onChoose={(which) => session.choose(which)}
        onClose={() => setPutOff(conflict)}
      />
    )
  }
  return (
    <p role="status" className="flex items-center gap-2 border-b border-line bg-yellow-wash px-4 py-1 text-yellow-fg">
      <span className="flex-1">There are two texts of this report. Choose one to continue.</span>
      <Button onClick={() => setPutOff(null)}>Compare</Button>
    </p>
  )
}
