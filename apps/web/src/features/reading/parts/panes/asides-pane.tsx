import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { Fact } from '../../../../components/study/study-facts.tsx'

type Props = { asides: readonly WorklistRow[]; studyId: string; onOpen: (studyId: string) => void }

/** Shows the studies that the reader has put aside. Opening one resumes it. */
export function AsidesPane({ asides, studyId, onOpen }: Props) {
  const others = asides.filter(({ _id }) => _id !== studyId)
  if (others.length === 0) return <p className="p-4 text-text-2">No studies put aside.</p>
  return (
    <ul className="min-h-0 divide-y divide-line overflow-y-auto">
      {others.map((row) => (
        <li key={row._id}>
          <button
            type="button"
            onClick={() => onOpen(row._id)}
            className="block w-full px-4 py-2 text-left outline-offset-[-2px]! hover:bg-hover"
          >
            <span className="block font-medium break-words">
              <Fact value={row.patientName} />
            </span>
            <span className="block text-sm break-words text-text-2">
              <span className="num">{row.patientId ?? 'N/A'}</span> · <Fact value={row.description} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
