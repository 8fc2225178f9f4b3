import { explanationWords } from '@readroom/contracts/studies/dealing-words'
import type { AssignmentProposal } from '@readroom/contracts/turnaround/automatic-assignment'
import { Button } from '../../../components/ui/button.tsx'
import { cx } from '../../../lib/cx.ts'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { expectedWords } from '../../../lib/studies/dealing-words.ts'
import { assignmentOptions, confirmProposals } from './assignment.queries.ts'
import { StudyWords } from './study-words.tsx'

type Props = { proposals: readonly AssignmentProposal[]; count: number }

type Outcome = { confirmed: number; changed: number; renewed: number; unplaced: number }

/** Returns what became of proposals, also of those that were not right any more. */
function outcome({ confirmed, changed, renewed, unplaced }: Outcome): string {
  const gone = changed - renewed - unplaced
  const countStudies = (count: number) => plural(count, 'study', 'studies')
  return [
    `${countStudies(confirmed)} assigned`,
    renewed > 0 && `${plural(renewed, 'proposal has', 'proposals have')} changed: please look again`,
    unplaced > 0 && `No doctor fits ${countStudies(unplaced)} any more`,
    gone > 0 && `${plural(gone, 'study needs', 'studies need')} no proposal any more: assigned, paused or changed meanwhile`,
  ]
    .filter(Boolean)
    .join('. ')
}

/** Lists the doctors who are proposed for studies. An administrator confirms one proposal, or all that are shown. */
export function Proposals({ proposals, count }: Props) {
  const { start, isBusy } = useChange({
    change: (chosen: readonly AssignmentProposal[]) =>
      confirmProposals(chosen.map(({ studyId, doctorId }) => ({ studyId, doctorId }))),
    done: outcome,
    failed: 'The proposals could not be confirmed. Please try again.',
    invalidates: [assignmentOptions.queryKey],
  })
  if (proposals.length === 0)
    return <p className="text-text-2">No proposals. They appear for laboratories in the mode Suggest.</p>
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-text-2">
        {count > proposals.length ? `The first ${proposals.length} of ${count}` : plural(count, 'proposal')}
        <Button look="primary" className="max-lg:h-11" disabled={isBusy} onClick={() => start(proposals)}>
          Confirm {proposals.length === 1 ? '1 proposal' : `all ${proposals.length}`}
        </Button>
      </p>
      <ul aria-label="Proposals" className="divide-y divide-line border-y border-line">
        {proposals.map((proposal) => (
          <li key={proposal.studyId} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <StudyWords study={proposal} />
            </div>
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium break-words">
                <bdi>{proposal.doctorName}</bdi>
              </p>
              <p className="text-sm text-text-2">{explanationWords(proposal.explanation)}</p>
              {proposal.expected && (
                <p className={cx('text-sm', proposal.expected.isLate ? 'text-red-fg' : 'text-text-2')}>
                  {expectedWords(proposal.expected)}
                </p>
              )}
            </div>
            <Button
              className="max-lg:h-11"
              disabled={isBusy}
              aria-label={`Confirm ${proposal.doctorName} for ${proposal.patientName ?? 'N/A'}`}
              onClick={() => start([proposal])}
            >
              Confirm
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
