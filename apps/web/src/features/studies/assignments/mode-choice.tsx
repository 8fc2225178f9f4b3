import type { AssignmentMode } from '@readroom/contracts/studies/assignments'

const choices: readonly { mode: AssignmentMode; label: string; hint: string }[] = [
  {
    mode: 'replace',
    label: 'Replace the reader',
    hint: 'The current readers lose access immediately. Their draft stays with the study.',
  },
  { mode: 'add', label: 'Add a second reader', hint: 'The current readers keep the study.' },
]

type Props = { value: AssignmentMode; onChange: (mode: AssignmentMode) => void }

/** Asks if assigning replaces the doctors who have the studies or adds to them. */
export function ModeChoice({ value, onChange }: Props) {
  return (
    <fieldset className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-1 border-b border-line px-5 py-2 text-sm">
      <legend className="sr-only">Current readers</legend>
      {choices.map(({ mode, label }) => (
        <label key={mode} className="flex items-center gap-2 font-medium max-lg:min-h-11">
          <input type="radio" name="mode" checked={value === mode} onChange={() => onChange(mode)} />
          {label}
        </label>
      ))}
      <p className="text-text-2">{choices.find(({ mode }) => mode === value)?.hint}</p>
    </fieldset>
  )
}
