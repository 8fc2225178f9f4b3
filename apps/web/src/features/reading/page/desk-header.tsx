import { ExternalLink, MessageCircleQuestionMark, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { writtenKey } from '../parts/keyboard/reading-keys.ts'
import { RoundFacts } from '../parts/round/round-facts.tsx'
import type { RoundState } from '../parts/round/use-round.ts'
import type { Opening } from '../requests/reading.queries.ts'
import type { HoldState } from '../session/machine/state.ts'
import { useHold, useReadingStore } from '../session/reading-store.ts'
import { IdentityBar } from './identity-bar.tsx'

function Held({ hold }: { hold: HoldState }) {
  if (hold.is === 'free' || hold.is === 'gone') return null
  const name = hold.is === 'mine' ? 'You' : hold.name
  return (
    <dl className="shrink-0 text-right text-xs">
      <dt className="text-2xs text-text-3 uppercase">Held by</dt>
      <dd className="text-sm text-text-2">
        <bdi className="font-semibold text-text">{name}</bdi>
        {hold.is !== 'lost' && <span className="num"> since {formatInstant(hold.since).time}</span>}
      </dd>
    </dl>
  )
}

type Props = {
  /** Null while the study is opening. */
  study: Opening['study'] | null
  /** The address of the list the reader came from. */
  back: string
  round: Pick<RoundState, 'place' | 'counts'>
  /** Null if the laboratory can't be asked now. */
  onAskLaboratory: (() => void) | null
  /** Null if the images are in the second window. */
  onMoveOut: (() => void) | null
}

/** Shows the patient and study above the images and the report, with the reader's position in the list. */
export function DeskHeader({ study, back, round, onAskLaboratory, onMoveOut }: Props) {
  const store = useReadingStore()
  const hold = useHold(store)
  if (!study) {
    return (
      <header className="flex min-h-15 shrink-0 items-center border-b border-line bg-canvas px-4 text-text-3">
        <p role="status">Opening the study...</p>
        <Link to={back} className="sr-only">
          Back to the worklist
        </Link>
      </header>
    )
  }
  return (
    <IdentityBar study={study} back={back}>
      <RoundFacts study={study} round={round} />
      <Held hold={hold} />
      <Button data-tip={writtenKey('critical')} onClick={() => store.openDialog('critical')}>
        <TriangleAlert size={14} aria-hidden /> Critical results
      </Button>
      {onAskLaboratory && (
        <IconButton
          label="Ask the laboratory"
          data-tip={`Ask the laboratory (${writtenKey('askLaboratory')})`}
          onClick={onAskLaboratory}
        >
          <MessageCircleQuestionMark size={16} aria-hidden />
        </IconButton>
      )}
      {onMoveOut && (
        <Button data-tip={writtenKey('apart')} onClick={onMoveOut}>
          <ExternalLink size={14} aria-hidden /> Second window
        </Button>
      )}
    </IdentityBar>
  )
}
