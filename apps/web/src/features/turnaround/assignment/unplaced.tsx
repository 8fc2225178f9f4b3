import { unplacedWords } from '@readroom/contracts/studies/dealing-words'
import type { UnplacedGroup } from '@readroom/contracts/turnaround/automatic-assignment'
import { plural } from '../../../lib/format.ts'
import { openStatus, StudiesLink } from '../workload/workload-links.tsx'

/** Shows the studies that no doctor fits, by their reasons. */
export function Unplaced({ groups }: { groups: readonly UnplacedGroup[] }) {
  if (groups.length === 0) return <p className="text-text-2">No study waits because no doctor fits.</p>
  return (
    <ul aria-label="Studies without a doctor" className="divide-y divide-line border-y border-line">
      {groups.map(({ labId, labName, groupName, reasons, studies }) => (
        <li key={`${labId} ${JSON.stringify(reasons)}`} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
          <span className="min-w-24 font-medium">
            <StudiesLink
              count={studies}
              filters={{ assignedTo: 'unassigned', location: labId, status: openStatus }}
              label={`${plural(studies, 'study', 'studies')} of ${labName} in the worklist`}
            >
              {plural(studies, 'study', 'studies')}
            </StudiesLink>
          </span>
          <span className="min-w-0 basis-40 break-words">
            <bdi>{labName}</bdi>
            {groupName !== null && (
              <span className="block text-xs text-text-3">
                Only group <bdi>{groupName}</bdi>
              </span>
            )}
          </span>
          <span className="min-w-0 flex-1 basis-60 break-words text-text-2">{unplacedWords(reasons, groupName)}</span>
        </li>
      ))}
    </ul>
  )
}
