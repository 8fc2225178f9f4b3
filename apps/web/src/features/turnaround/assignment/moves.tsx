import { becauseWords } from '@readroom/contracts/studies/dealing-words'
import type { StudyMove } from '@readroom/contracts/turnaround/automatic-assignment'
import { Button } from '../../../components/ui/button.tsx'
import { formatShortDay, plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { assignmentOptions, confirmMoves } from './assignment.queries.ts'

const soonMs = 12 * 3_600_000
const countStudies = (count: number) => plural(count, 'study', 'studies')

type Group = { from: StudyMove['from']; because: StudyMove['because']; moves: StudyMove[] }

/** Returns the moves of each doctor for each reason together, in their order. */
function groupMoves(moves: readonly StudyMove[]): Group[] {
  const groups = new Map<string, Group>()
  for (const move of moves) {
    const key = `${move.from.doctorId} ${move.because}`
    const group = groups.get(key) ?? { from: move.from, because: move.because, moves: [] }
    group.moves.push(move)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Returns to whom studies go: `7 to Bo Lind, 2 to Cy Ott`. */
function receiversOf(moves: readonly StudyMove[]): string {
  const counts = new Map<string, { name: string; count: number }>()
  for (const { to } of moves) {
    counts.set(to.doctorId, { name: to.doctorName, count: (counts.get(to.doctorId)?.count ?? 0) + 1 })
  }
  return [...counts.values()].map(({ name, count }) => `${count} to ${name}`).join(', ')
}

function whenOf({ from: { leavesAt }, because, moves }: Group): string {
  const soon = moves.filter(({ dueAt }) => dueAt !== null && Date.parse(dueAt) < Date.now() + soonMs).length
  const leaves = because === 'offShift' && leavesAt !== null ? `Leaves at ${formatShortDay(leavesAt)}` : becauseWords[because]
  return soon === 0 ? leaves : `${leaves}; ${soon} due within 12 hours`
}

const outcome = ({ moved, changed }: { moved: number; changed: number }): string =>
  changed === 0
    ? `${countStudies(moved)} moved`
    : `${countStudies(moved)} moved. ${countStudies(changed)} were moved or would go elsewhere by now.`

/** Lists unopened studies that another doctor should read, one line for each doctor who has them. An administrator moves them together. */
export function Moves({ moves }: { moves: readonly StudyMove[] }) {
  const { start, isBusy } = useChange({
    change: (chosen: readonly StudyMove[]) =>
      confirmMoves(chosen.map(({ studyId, from, to }) => ({ studyId, from: from.doctorId, to: to.doctorId }))),
    done: outcome,
    failed: 'The studies could not be moved. Please try again.',
    invalidates: [assignmentOptions.queryKey],
  })
  return (
    <ul aria-label="Proposed moves" className="divide-y divide-line border-y border-line">
      {groupMoves(moves).map((group) => (
        <li key={`${group.from.doctorId} ${group.because}`} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-medium break-words">
              <bdi>{group.from.doctorName}</bdi>
            </p>
            <p className="text-sm text-text-2">{whenOf(group)}</p>
          </div>
          <p className="min-w-0 flex-1 basis-60 break-words">{receiversOf(group.moves)}</p>
          <Button
            className="max-lg:h-11"
            disabled={isBusy}
            aria-label={`Move ${countStudies(group.moves.length)} of ${group.from.doctorName}`}
            onClick={() => start(group.moves)}
          >
            Move {countStudies(group.moves.length)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
