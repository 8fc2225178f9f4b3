import type { WorklistRow } from '@readroom/contracts/studies'
import { plural } from '../../lib/format.ts'

/** Which studies a dialog about several is about. */
export function SeveralStudies({ studies }: { studies: readonly WorklistRow[] }) {
  return (
    <div>
      <p className="text-xl font-semibold">{plural(studies.length, 'study', 'studies')}</p>
      <ul className="num mt-0.5 max-h-20 overflow-y-auto text-sm text-text-2" aria-label="Selected studies">
        {studies.map((study) => (
          <li key={study._id} className="truncate">
            <bdi className="font-medium text-text">{study.patientName ?? 'N/A'}</bdi> · {study.patientId ?? 'N/A'} ·{' '}
            {study.ageGender} · {study.accessionNumber ?? 'N/A'} · {study.description ?? 'N/A'}
          </li>
        ))}
      </ul>
    </div>
  )
}
