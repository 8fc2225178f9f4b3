import { Button } from '../../../components/ui/button.tsx'
import { type FieldName, recordFields, shownValue } from './record-fields.ts'
import type { PatientEditor } from './use-patient-editor.ts'

const shown = (name: FieldName, value: string) => shownValue(name, value) || 'N/A'

/** Lists fields that somebody else has changed during the edit. The user decides each before saving, so that no text is lost. */
export function ConflictPanel({ conflicts, decide }: Pick<PatientEditor, 'conflicts' | 'decide'>) {
  if (conflicts.length === 0) return null
  return (
    <section
      role="alert"
      aria-label="Changed by someone else"
      className="max-h-[45dvh] shrink-0 overflow-y-auto border-b border-line bg-yellow-wash px-5 py-3"
    >
      <p className="font-medium">Someone else saved this record. Choose which value to keep for each field.</p>
      <ul className="mt-2 grid gap-2">
        {conflicts.map((conflict) => (
          <li key={conflict.name} className="grid gap-x-4 gap-y-1 lg:grid-cols-[160px_1fr_1fr]">
            <span className="font-medium">{recordFields[conflict.name].label}</span>
            {(['mine', 'theirs'] as const).map((side) => (
              <div key={side} className="flex min-w-0 items-start gap-2">
                <Button className="max-lg:h-11" onClick={() => decide(conflict, side)}>
                  {side === 'mine' ? 'Keep mine' : 'Take theirs'}
                </Button>
                <bdi className="min-w-0 break-words whitespace-pre-wrap select-text">{shown(conflict.name, conflict[side])}</bdi>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
