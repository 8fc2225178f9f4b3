import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { Siren } from 'lucide-react'
import { Fact } from '../../../../components/study/study-facts.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Kbd } from '../../../../components/ui/kbd.tsx'
import { formatInstant } from '../../../../lib/format.ts'
import { writtenKey } from '../keyboard/reading-keys.ts'

type Props = { arrived: readonly WorklistRow[]; onRead: (studyId: string) => void; onPutOff: () => void }

/** Announces an emergency that was assigned to the reader meanwhile. It takes no keys but its own and moves nothing on the page. */
export function EmergencyNotice({ arrived, onRead, onPutOff }: Props) {
  const [first, ...others] = arrived
  if (!first) return null
  return (
    <div role="alert" className="fixed bottom-40 left-4 z-(--z-toast)">
      <section
        aria-label="Emergency"
        className="enter grid max-w-110 gap-2 rounded-lg border border-urgent bg-raised px-4 py-3 shadow-dialog"
      >
        <p className="flex items-center gap-2 font-semibold text-red-fg">
          <Siren size={16} aria-hidden /> {others.length > 0 ? `${arrived.length} emergencies` : 'An emergency'} assigned to you
        </p>
        <p className="text-sm">
          <Fact value={first.patientName} className="font-semibold" /> · <Fact value={first.patientId} className="num" /> ·{' '}
          <Fact value={first.description} />
          {first.dueAt && <span className="num"> · due {formatInstant(first.dueAt).time}</span>}
        </p>
        <div className="flex gap-2">
          <Button look="primary" onClick={() => onRead(first._id)}>
            Save and read it now
            <Kbd>{writtenKey('emergency')}</Kbd>
          </Button>
          <Button onClick={onPutOff}>Later</Button>
        </div>
      </section>
    </div>
  )
}
