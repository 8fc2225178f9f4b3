import type { PoolObstacle } from '@readroom/contracts/studies/assignment-engine'
import { maxGivenBack } from '@readroom/contracts/studies/automatic-assignment'
import { explanationWords, poolObstacleWords } from '@readroom/contracts/studies/dealing-words'
import type { DealtStudy } from '@readroom/contracts/turnaround/automatic-assignment'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { cx } from '../../../lib/cx.ts'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { readingPath } from '../../../lib/paths.ts'
import { askNext, dealtOptions } from './assignment.queries.ts'
import { GiveBackDialog } from './give-back-dialog.tsx'
import { StudyWords } from './study-words.tsx'

type ItemProps = { study: DealtStudy; mayGiveBack: boolean; onGiveBack: () => void }

function DealtStudyItem({ study, mayGiveBack, onGiveBack }: ItemProps) {
  const name = study.patientName ?? 'N/A'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <StudyWords study={study} />
        {study.explanation && <p className="text-sm text-text-2">{explanationWords(study.explanation, study.by)}</p>}
      </div>
      <Link
        to={readingPath(study.studyId, '')}
        aria-label={`Open ${name}`}
        className="text-sm font-medium text-accent-text underline-offset-2 hover:underline max-lg:leading-11"
      >
        Open
      </Link>
      {study.canGiveBack ? (
        <Button
          className="max-lg:h-11"
          disabled={!mayGiveBack}
          aria-label={`${study.by === 'pool' ? 'Pass over' : 'Decline'} ${name}`}
          onClick={onGiveBack}
        >
          {study.by === 'pool' ? 'Pass over…' : 'Decline…'}
        </Button>
      ) : (
        <span className="text-sm text-text-2">Passed over three times: it stays with you</span>
      )}
    </li>
  )
}

type DialogProps = { studies: readonly DealtStudy[]; mayGiveBack: boolean; left: number | null; onClose: () => void }

function DealtDialog({ studies, mayGiveBack, left, onClose }: DialogProps) {
  const [given, setGiven] = useState<DealtStudy | null>(null)
  return (
    <Dialog title="Assigned automatically" onClose={onClose}>
      {!mayGiveBack && (
        <p className="border-b border-line bg-canvas px-5 py-2 text-sm">
          You have given back {maxGivenBack} studies in this shift, which is the limit.
        </p>
      )}
      {studies.length === 0 ? (
        <p className="p-5 text-text-2">Nothing to give back. Studies that you have begun stay with you.</p>
      ) : (
        <ul aria-label="Studies assigned automatically" className="divide-y divide-line px-5 py-2">
          {studies.map((study) => (
            <DealtStudyItem key={study.studyId} study={study} mayGiveBack={mayGiveBack} onGiveBack={() => setGiven(study)} />
          ))}
        </ul>
      )}
      {given && <GiveBackDialog study={given} left={left} onClose={() => setGiven(null)} />}
    </Dialog>
  )
}

function NextButton({ waiting }: { waiting: number }) {
  const navigate = useNavigate()
  const [nothing, setNothing] = useState<readonly PoolObstacle[] | null>(null)
  const { start, isBusy } = useChange({
    change: askNext,
    failed: 'The next study could not be opened. Please try again.',
    onDone: ({ studyId, nothing }) => {
      if (studyId) void navigate(readingPath(studyId, ''))
      else setNothing(nothing)
    },
    invalidates: [dealtOptions.queryKey],
  })
  return (
    <>
      <Button className="max-lg:h-11" disabled={isBusy} onClick={() => start()}>
        Next from the pool
      </Button>
      <span className="num text-sm text-text-2">{plural(waiting, 'study waits', 'studies wait')} in the pool</span>
      {nothing && (
        <p role="status" className="text-sm max-sm:basis-full">
          {[waiting === 0 ? 'The pool is empty.' : 'Nothing in the pool fits you now.', ...nothing.map(poolObstacleWords)].join(
            ' ',
          )}
        </p>
      )}
    </>
  )
}

/** Shows a doctor the way to the pool, and the studies that were assigned automatically and can be given back. */
export function DealtStudies({ className }: { className?: string }) {
  const { data } = useQuery(dealtOptions)
  const [isOpen, setOpen] = useState(false)
  const { studies = [], hasPool = false, poolWaiting = 0, mayGiveBack = true, leftToGiveBack = null } = data ?? {}
  if (studies.length === 0 && !hasPool && !isOpen) return null
  return (
    <section aria-label="Automatic assignment" className={cx('flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2', className)}>
      {hasPool && <NextButton waiting={poolWaiting} />}
      {studies.length > 0 && (
        <Button className="max-lg:h-11" onClick={() => setOpen(true)}>
          Assigned automatically: {studies.length}
        </Button>
      )}
      {isOpen && <DealtDialog studies={studies} mayGiveBack={mayGiveBack} left={leftToGiveBack} onClose={() => setOpen(false)} />}
    </section>
  )
}
